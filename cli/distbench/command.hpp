// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench, predictions beside measurements.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable distbench_table();

/// The whole command; returns its exit code.
[[nodiscard]] int distbench(int argc, char** argv);

} // namespace tessera::cli
