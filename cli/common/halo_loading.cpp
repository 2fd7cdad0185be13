// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the halo that a command line names.
#include "cli/common/halo_loading.hpp"

#include "libcore/base/try.hpp"
#include "libcore/pipeline/halo_request.hpp"

#include <utility>

namespace tessera::cli {
namespace {

HaloRequest halo_request(Arguments const& arguments) {
    return {.stencil = arguments.text_or("stencil", ""),
            .periodic = arguments.text_or("periodic", ""),
            .where = arguments.text("where"),
            .mask = arguments.text("mask"),
            .steps = arguments.number("wide").value_or(1)};
}

} // namespace

std::vector<OptionSpec> halo_options(std::vector<std::string> const& subcommands) {
    return {{.name = "stencil",
             .kind = ValueKind::Text,
             .placeholder = "NAME",
             .help = "neighbours that each element reads: 5, 9, star:W, ...; one of 3, 5, 7, 9, 27, star:W, box:W, or a file of "
                     "offsets (default: the shadow planes of the job)",
             .group = "Options",
             .subcommands = subcommands},
            {.name = "periodic",
             .kind = ValueKind::Text,
             .placeholder = "DIMS",
             .help = "periodic dimensions, whose first and last index are neighbours: all, or a list such as 1,3",
             .group = "Options",
             .subcommands = subcommands},
            {.name = "wide",
             .kind = ValueKind::Number,
             .placeholder = "K",
             .help = "halo: exchange planes for K steps of the computation at once",
             .group = "Options",
             .subcommands = subcommands}};
}

OptionSpec add_option(std::vector<std::string> subcommands) {
    return {.name = "add",
            .help = "halo: send the halos back and add them to the owners' elements",
            .group = "Options",
            .subcommands = std::move(subcommands)};
}

HaloDirection load_direction(Arguments const& arguments) {
    return arguments.has("add") ? HaloDirection::Add : HaloDirection::Fill;
}

Result<HaloPlan> load_halo(Arguments const& arguments, Mapping const& mapping) {
    return halo_of_one_step(halo_request(arguments), mapping, DirectoryReader("."));
}

Result<Index> load_steps(Arguments const& arguments) {
    HaloRequest const request = halo_request(arguments);
    TRY(check_steps(request));
    return request.steps;
}

} // namespace tessera::cli
