// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm, communication on distributed arrays.
#pragma once

#include "cli/common/command_table.hpp"

namespace tessera::cli {

[[nodiscard]] CommandTable distcomm_table();

/// Runs the whole command and returns its exit code.
[[nodiscard]] int distcomm(int argc, char** argv);

} // namespace tessera::cli
