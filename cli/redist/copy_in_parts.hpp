// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist from file to file, part by part.
#pragma once

#include "cli/common/tool.hpp"
#include "cli/redist/settings.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera::cli {

/// Copies the array from --in to --out without ever holding all of it in memory. It uses the mover of iocopy
/// (files/copy), the job's copy map and, if the output is one file per rank, its target mapping. Collective.
/// Precondition: settings.in_parts(). Errors: those of the files; a copy that leaves elements of the target undefined.
[[nodiscard]] Result<ExitCode> copy_in_parts(Tool const& tool, Communicator const& world, RedistSettings const& settings);

} // namespace tessera::cli
