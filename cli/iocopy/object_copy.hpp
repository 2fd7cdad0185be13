// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies files that have no array to be copied in parts.
#pragma once

#include "cli/common/tool.hpp"
#include "cli/iocopy/file_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera::cli {

/// Collective. Rank 0 lets the format make the target, and reports the result. Such files have groups and attributes without
/// variables, or variables that only the format can copy. An interrupted copy cannot be resumed. Precondition: `settings` have no
/// arrays.
[[nodiscard]] Result<ExitCode> run_objects(Tool const& tool, Communicator const& world, FileSettings const& settings);

} // namespace tessera::cli
