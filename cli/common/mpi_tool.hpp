// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main function of commands that run under mpirun.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>

namespace tessera::cli {

/// The command's work on this rank. All ranks find an Error alike, and all know an AgreedFailure: rank 0 reports it and all
/// leave. Any other exception concerns one rank, which reports it and ends the job.
using MpiToolBody = std::function<Result<ExitCode>(Tool const&, Communicator const& world)>;

/// Runs the command as run_tool does, with MPI initialized. Without mpirun the job has one rank. If the exit code is not 0,
/// the error message is the last line on the screen: mpirun prints none after it.
[[nodiscard]] int run_mpi_tool(int argc, char** argv, CommandTable table, MpiToolBody const& body);

} // namespace tessera::cli
