// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command iocopy, which copies arrays between files under MPI.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable iocopy_table();

/// Runs the command and returns its exit code.
[[nodiscard]] int iocopy(int argc, char** argv);

} // namespace tessera::cli
