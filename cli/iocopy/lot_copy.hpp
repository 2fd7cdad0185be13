// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the copies of several files, by all ranks together.
#pragma once

#include "cli/common/exit_code.hpp"
#include "cli/common/tool.hpp"
#include "cli/iocopy/file_work.hpp"
#include "cli/iocopy/lot.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>

namespace tessera::cli {

/// Copies the file that the tool's arguments name. Collective over the ranks of the work.
using CopyFile = std::function<Result<ExitCode>(Tool const&, FileWork const&)>;

/// Collective. Ranks share small files out: each copies whole files by itself, and files get their names many at once, after one
/// sync of the disk. Then all ranks copy each large file together. A file that fails is told, and the others are copied (with
/// --fail-fast they are not); with --resume those whose target is there and no older than its source are left alone.
/// Exit code: of a signal, else 0 where all is well, else of the first that was not.
[[nodiscard]] Result<ExitCode> copy_lot(Tool const& tool, Comm const& world, Lot const& lot, CopyFile const& copy);

} // namespace tessera::cli
