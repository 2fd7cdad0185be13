// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the shift that a command line names.
#include "cli/common/shift_loading.hpp"

#include "libcore/pipeline/shift_request.hpp"

namespace tessera::cli {

std::vector<OptionSpec> shift_options(std::vector<std::string> const& subcommands) {
    return {
        {.name = "by",
         .kind = ValueKind::Text,
         .placeholder = "DISTANCES",
         .help = "shift: distance along each dimension, such as --by=1,-2",
         .group = "Options",
         .subcommands = subcommands},
        {.name = "edge",
         .kind = ValueKind::Choice,
         .placeholder = "WHAT",
         .choices = {"keep", "fill", "warn", "abort", "torus"},
         .help = "shift: treatment of places that receive no element; keep (the default), fill (with zeros), warn, abort, or torus",
         .group = "Options",
         .subcommands = subcommands},
        {.name = "where-target",
         .kind = ValueKind::Text,
         .placeholder = "CONDITION",
         .help = "shift: only elements whose new place meets the condition, such as 'i > 1'",
         .group = "Options",
         .subcommands = subcommands}};
}

Result<GridShift> load_shift(Arguments const& arguments, Mapping const& mapping) {
    auto const edge = shift_edge_named(arguments.text_or("edge", "keep"));
    return shift_of({.by = arguments.text_or("by", ""),
                     .edge = edge.value_or(ShiftEdge::Keep),
                     .where = arguments.text("where"),
                     .mask = arguments.text("mask"),
                     .where_target = arguments.text("where-target")},
                    mapping, DirectoryReader(""));
}

} // namespace tessera::cli
