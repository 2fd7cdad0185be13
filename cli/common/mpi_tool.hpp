// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the frame around a command that runs under mpirun.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>

namespace tessera::cli {

/// The command's work on this rank. An Error is found by all ranks alike; AgreedFailure is known to all: both are reported once,
/// by rank 0, and all leave. Anything else that throws concerns one rank, which reports it and ends the job.
using MpiToolBody = std::function<Result<ExitCode>(Tool const&, Comm const& world)>;

/// As run_tool, with MPI initialized around it. Without mpirun the job has one rank. Where the exit code is not 0, the message that
/// says why is the last line on the screen: mpirun adds none.
[[nodiscard]] int run_mpi_tool(int argc, char** argv, CommandTable const& table, MpiToolBody const& body);

} // namespace tessera::cli
