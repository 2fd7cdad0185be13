// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan, which prints plans without moving data.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable distplan_table();

/// Runs the whole command and returns its exit code.
[[nodiscard]] int distplan(int argc, char const* const* argv);

} // namespace tessera::cli
