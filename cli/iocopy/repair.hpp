// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy --repair compares a copy with its source and repairs it.
#pragma once

#include "cli/common/exit_code.hpp"
#include "cli/common/tool.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera::cli {

/// Collective. Repairs one array, or all variables of a file. Returns the exit code Mismatch if something differs and --plan
/// forbids to write. Errors: invalid options, and those of repair_arrays().
[[nodiscard]] Result<ExitCode> run_repair(Tool const& tool, Communicator const& world);

} // namespace tessera::cli
