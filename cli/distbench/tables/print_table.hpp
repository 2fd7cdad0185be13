// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench table.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <string>

namespace tessera::cli {

/// Returns whether the table's figures are measured here, so that it needs MPI. Also false for a name that is no table.
[[nodiscard]] bool table_measures(std::string const& name);

/// Runs `distbench table [NAME [FILE...]]`: on all ranks of `world`, which is null for tables that do not measure.
[[nodiscard]] Result<ExitCode> distbench_print_table(Tool const& tool, Communicator const* world = nullptr);

} // namespace tessera::cli
