// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy, which moves arrays from one mapping to another under MPI.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable iocopy_table();

/// The whole command; returns its exit code.
[[nodiscard]] int iocopy(int argc, char** argv);

} // namespace tessera::cli
