// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the bodies of distbench's subcommands.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera::cli {

/// Runs `distbench profile [FILE]`, on all ranks.
[[nodiscard]] Result<ExitCode> distbench_profile(Tool const& tool, Communicator const& world);

/// Runs `distbench alltoall`, on all ranks.
[[nodiscard]] Result<ExitCode> distbench_alltoall(Tool const& tool, Communicator const& world);
/// Runs `distbench race JOB...`, on all ranks.
[[nodiscard]] Result<ExitCode> distbench_race(Tool const& tool, Communicator const& world);
/// Runs `distbench program JOB...`, on all ranks.
[[nodiscard]] Result<ExitCode> distbench_program(Tool const& tool, Communicator const& world);
/// Runs `distbench methods [pitfalls|chapter3|chapter3-printed]`, on all ranks.
[[nodiscard]] Result<ExitCode> distbench_methods(Tool const& tool, Communicator const& world);
/// Runs `distbench io JOB`, on all ranks.
[[nodiscard]] Result<ExitCode> distbench_io(Tool const& tool, Communicator const& world);
/// Runs `distbench channel`, on all ranks.
[[nodiscard]] Result<ExitCode> distbench_channel(Tool const& tool, Communicator const& world);

} // namespace tessera::cli
