// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays from standard input and to standard output.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>

namespace tessera::cli {

/// Is '-' in place of the source or of the target?
[[nodiscard]] bool means_stream(Arguments const& arguments);

/// Files are read and written at any place, streams from one end to the other: a file stands between, in a directory of its own
/// that goes again. It is an npy file, or raw: of the source with --array, of the target with --as raw. `copy`: with that file in
/// place of '-'; what it reports of a copy to standard output is not written. Collective. Errors: options that are about a file
/// that stays; a stream that is neither.
[[nodiscard]] Result<ExitCode> copy_stream(Tool const& tool, Comm const& world,
                                           std::function<Result<ExitCode>(Tool const&)> const& copy);

} // namespace tessera::cli
