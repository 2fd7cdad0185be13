// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bash completion, written from the command's table.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>

namespace tessera::cli {

/// Returns a script for bash without helper functions, which completes subcommands, options, choices and file names.
[[nodiscard]] std::string bash_completion(CommandTable const& table);

} // namespace tessera::cli
