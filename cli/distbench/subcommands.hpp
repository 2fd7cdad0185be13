// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the bodies of distbench's subcommands.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/comm.hpp"

namespace tessera::cli {

/// `distbench table [NAME [FILE...]]`
[[nodiscard]] Result<ExitCode> distbench_print_table(Tool const& tool);

/// `distbench profile [FILE]`, on all ranks
[[nodiscard]] Result<ExitCode> distbench_profile(Tool const& tool, Comm const& world);

/// `distbench alltoall`, on all ranks
[[nodiscard]] Result<ExitCode> distbench_alltoall(Tool const& tool, Comm const& world);
/// `distbench race JOB...`, on all ranks
[[nodiscard]] Result<ExitCode> distbench_race(Tool const& tool, Comm const& world);
/// `distbench program JOB...`, on all ranks
[[nodiscard]] Result<ExitCode> distbench_program(Tool const& tool, Comm const& world);
/// `distbench methods [pitfalls|chapter3]`, on all ranks
[[nodiscard]] Result<ExitCode> distbench_methods(Tool const& tool, Comm const& world);
/// `distbench channel`, on all ranks
[[nodiscard]] Result<ExitCode> distbench_channel(Tool const& tool, Comm const& world);

} // namespace tessera::cli
