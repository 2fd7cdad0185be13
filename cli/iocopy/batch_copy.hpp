// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies a batch of files with all ranks.
#pragma once

#include "cli/common/exit_code.hpp"
#include "cli/common/tool.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_batch.hpp"
#include "libcore/files/copy/file_work.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>

namespace tessera::cli {

/// Function that copies the file that the tool's arguments name. Collective over the ranks of the work.
using CopyFile = std::function<Result<ExitCode>(Tool const&, FileWork const&)>;

/// Collective. Small files are divided among the ranks: each rank copies whole files by itself, and many files are published at
/// once after one sync of the disk. Then all ranks copy each large file together. If a file fails, this is reported and the others
/// are still copied, unless --fail-fast is given. With --resume, a file is skipped if its target exists and is not older than its
/// source. The exit code is that of a signal, else 0 if all files were copied, else that of the first file with a problem.
[[nodiscard]] Result<ExitCode> copy_batch(Tool const& tool, Communicator const& world, FileBatch const& batch,
                                          CopyFile const& copy);

} // namespace tessera::cli
