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

Result<ExitCode> measured_table(Tool const& tool, Communicator const& world) {
    return distbench_print_table(tool, &world);
}

constexpr std::pair<std::string_view, Result<ExitCode> (*)(Tool const&, Communicator const&)> measuring[]{
    {"profile", distbench_profile}, {"alltoall", distbench_alltoall},
    {"race", distbench_race},       {"methods", distbench_methods},
    {"channel", distbench_channel}, {"table", measured_table},
    {"program", distbench_program}, {"io", distbench_io},
};

Result<ExitCode> compare(Tool const& tool) {
    assert(tool.arguments.subcommand() == "table");
    return distbench_print_table(tool);
}

Result<ExitCode> measure(Tool const& tool, Communicator const& world) {
    for (auto const& [name, body] : measuring)
        if (name == tool.arguments.subcommand()) return body(tool, world);
    assert(false && "a subcommand that measures without a body");
    std::abort();
}

/// Returns whether the command line needs mpirun. Help and the tables that only print start without MPI, and so faster. A
/// subcommand that does not exist starts with it, so that one rank reports it.
bool measures(std::span<char*> arguments) {
    if (arguments.size() < 2 || arguments[1][0] == '-') return false;
    if (std::string_view(arguments[1]) != "table") return true;
    return arguments.size() > 2 && table_measures(arguments[2]);
}

} // namespace

int distbench(int argc, char** argv) {
    if (measures({argv, as_size(argc)})) return run_mpi_tool(argc, argv, distbench_table(), measure);
    return run_tool(argc, argv, distbench_table(), compare);
}

} // namespace tessera::cli
