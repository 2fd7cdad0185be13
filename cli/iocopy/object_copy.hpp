// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files of which iocopy copies no array in parts.
#pragma once

#include "cli/common/tool.hpp"
#include "cli/iocopy/file_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

namespace tessera::cli {

/// One rank makes the target, which the format can do by itself, and says what it did: groups and attributes without any variable,
/// variables that only the format keeps as they are. There is nothing to resume. `settings` have no arrays. Collective.
[[nodiscard]] Result<ExitCode> run_objects(Tool const& tool, Comm const& world, FileSettings const& settings);

} // namespace tessera::cli
