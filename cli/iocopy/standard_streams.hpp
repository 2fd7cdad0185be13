// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies arrays from standard input and to standard output.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>

namespace tessera::cli {

/// Returns whether '-' is given as source or target.
[[nodiscard]] bool is_standard_stream(Arguments const& arguments);

/// Copies through a temporary file in a directory of its own, because files need random access and streams have none. The file is
/// an npy file, or raw: the source with --array, the target with --as raw. `copy`: is called with that file in place of '-'. Its
/// report is not written if standard output is the target. Collective. Errors: options that need a permanent file; standard input
/// has neither form.
[[nodiscard]] Result<ExitCode> copy_stream(Tool const& tool, Communicator const& world,
                                           std::function<Result<ExitCode>(Tool const&)> const& copy);

} // namespace tessera::cli
