// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes --help from the command's table.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>
#include <string_view>

namespace tessera::cli {

enum class HelpLength {
    Screen, ///< one screen of 80 columns and 24 lines: the main options, if all do not fit
    All     ///< every option
};

/// Returns the help: usage, summary, subcommands or options, one a row, and three examples.
[[nodiscard]] std::string help_text(CommandTable const& table, std::string_view subcommand, HelpLength length);

} // namespace tessera::cli
