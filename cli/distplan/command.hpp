// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan, everything that can be known before a byte moves.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable distplan_table();

/// The whole command; returns its exit code.
[[nodiscard]] int distplan(int argc, char const* const* argv);

} // namespace tessera::cli
