// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the shift that a command line names.
#include "cli/common/shift_loading.hpp"

#include <charconv>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

Result<Extents> parse_distances(std::string_view text) {
    Extents distances;
    std::string_view rest = text;
    for (;;) {
        std::string_view word = rest.substr(0, rest.find(','));
        if (word.starts_with('+')) word.remove_prefix(1);
        Index distance = 0;
        auto const [end, code] = std::from_chars(word.data(), word.data() + word.size(), distance);
        if (code != std::errc{} || end != word.data() + word.size())
            return fail(fmt::format("--by: expected a distance for each dimension, e.g. --by=1,-2, not '{}'", text));
        distances.push_back(distance);
        if (rest.find(',') == std::string_view::npos) return distances;
        rest.remove_prefix(rest.find(',') + 1);
    }
}

} // namespace

std::vector<OptionSpec> shift_options(std::vector<std::string> const& subcommands) {
    return {
        {.name = "by",
         .kind = ValueKind::Text,
         .placeholder = "DISTANCES",
         .help = "shift: how far along each dimension, e.g. --by=1,-2",
         .brief = "shift: --by=1,-2",
         .group = "Options",
         .subcommands = subcommands},
        {.name = "edge",
         .kind = ValueKind::Choice,
         .placeholder = "WHAT",
         .choices = {"keep", "fill", "warn", "abort", "torus"},
         .help =
             "shift: what becomes of places that nothing comes to: keep (the default), fill (with zeros), warn, abort, or torus",
         .brief = "keep|fill|warn|abort|torus",
         .group = "Options",
         .subcommands = subcommands,
         .beside_previous = true}};
}

Result<GridShift> load_shift(Arguments const& arguments, Mapping const& mapping) {
    auto const text = arguments.text("by");
    if (!text) return fail(fmt::format("--by says how far each of the {} dimensions is shifted, e.g. --by=1,-2", mapping.dims()));
    auto distances = parse_distances(*text);
    if (!distances) return forward_error(distances);
    auto const edge = shift_edge_named(arguments.text_or("edge", "keep"));
    return GridShift::make(mapping, *std::move(distances), edge.value_or(ShiftEdge::Keep));
}

} // namespace tessera::cli
