// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist, which moves arrays from one mapping to another under MPI.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable redist_table();

/// Runs the command and returns its exit code.
[[nodiscard]] int redist(int argc, char** argv);

} // namespace tessera::cli
