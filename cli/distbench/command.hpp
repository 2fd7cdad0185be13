// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench, which compares predictions with measurements.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable distbench_table();

/// Runs the whole command and returns its exit code.
[[nodiscard]] int distbench(int argc, char** argv);

} // namespace tessera::cli
