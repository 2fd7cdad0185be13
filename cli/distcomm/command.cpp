// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm: its subcommands.
#include "cli/distcomm/command.hpp"

#include "cli/common/mpi_tool.hpp"
#include "cli/distcomm/subcommands.hpp"

#include <cassert>
#include <cstdlib>

namespace tessera::cli {
namespace {

Result<ExitCode> run_comm_subcommand(Tool const& tool, Communicator const& world) {
    for (CommSubcommand const& each : comm_subcommands())
        if (each.invocation.name == tool.arguments.subcommand()) return each.run(tool, world);
    assert(false && "a subcommand of the table without a body");
    std::abort();
}

} // namespace

int distcomm(int argc, char** argv) {
    return run_mpi_tool(argc, argv, distcomm_table(), run_comm_subcommand);
}

} // namespace tessera::cli
