// SPDX-License-Identifier: BSD-3-Clause
// Tessera: completions for three shells, written from the command's table.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>

namespace tessera::cli {

// Each script completes subcommands, options, choices and file names. Choices with blanks stay one word.

/// Returns a script for bash, which needs no helper functions.
[[nodiscard]] std::string bash_completion(CommandTable const& table);

/// Returns an autoload function for zsh, whose file is named _COMMAND.
[[nodiscard]] std::string zsh_completion(CommandTable const& table);

/// Returns a script for fish.
[[nodiscard]] std::string fish_completion(CommandTable const& table);

} // namespace tessera::cli
