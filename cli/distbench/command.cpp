// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench: its subcommands.
#include "cli/distbench/command.hpp"

#include "cli/common/mpi_tool.hpp"
#include "cli/common/tool.hpp"
#include "cli/distbench/subcommands.hpp"
#include "cli/distbench/tables/print_table.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

namespace tessera::cli {
namespace {

Result<ExitCode> measured_table(Tool const& tool, Comm const& world) {
    return distbench_print_table(tool, &world);
}

constexpr std::pair<std::string_view, Result<ExitCode> (*)(Tool const&, Comm const&)> measuring[]{
    {"profile", distbench_profile}, {"alltoall", distbench_alltoall}, {"race", distbench_race},
    {"methods", distbench_methods}, {"channel", distbench_channel},   {"table", measured_table},
    {"program", distbench_program},
};

Result<ExitCode> compare(Tool const& tool) {
    assert(tool.arguments.subcommand() == "table");
    return distbench_print_table(tool);
}

Result<ExitCode> measure(Tool const& tool, Comm const& world) {
    for (auto const& [name, body] : measuring)
        if (name == tool.arguments.subcommand()) return body(tool, world);
    assert(false && "a subcommand that measures without a body");
    std::abort();
}

/// Returns whether the subcommand measures and so needs mpirun. The others start without MPI, and so faster. Only some tables
/// measure.
bool measures(std::span<char*> arguments) {
    if (arguments.size() < 2) return false;
    std::string_view const name = arguments[1];
    if (name == "table") return arguments.size() > 2 && table_measures(arguments[2]);
    return std::ranges::any_of(measuring, [&](auto const& entry) { return entry.first == name; });
}

} // namespace

int distbench(int argc, char** argv) {
    if (measures({argv, as_size(argc)})) return run_mpi_tool(argc, argv, distbench_table(), measure);
    return run_tool(argc, argv, distbench_table(), compare);
}

} // namespace tessera::cli
