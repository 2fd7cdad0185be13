// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes --help from the command's table.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>
#include <string_view>

namespace tessera::cli {

/// Returns the help, one screen: usage, summary, subcommands or options, three examples.
[[nodiscard]] std::string help_text(CommandTable const& table, std::string_view subcommand);

} // namespace tessera::cli
