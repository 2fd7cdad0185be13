// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist from file to file, part by part.
#pragma once

#include "cli/common/tool.hpp"
#include "cli/redist/settings.hpp"
#include "libcore/runtime/mpi/comm.hpp"

namespace tessera::cli {

/// The array goes from --in to --out without ever being in memory as a whole: a copy between files by the mover of iocopy
/// (runtime/file_copy), with the job's copy map, and its target mapping where the output is one file per rank. Collective.
/// Precondition: settings.in_parts(). Errors: those of the files; a copy that leaves elements of the target undefined.
[[nodiscard]] Result<ExitCode> copy_in_parts(Tool const& tool, Comm const& world, RedistSettings const& settings);

} // namespace tessera::cli
