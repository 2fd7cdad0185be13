// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what has to hold for the table of every command.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Everything that is wrong with what is made from the table; nothing, if all is well:
/// help, man page and completion name the same options for every subcommand, and these are the table's; every help fits 80 x 24 and
/// ends with three examples; every example is a command line that its own parser accepts.
[[nodiscard]] std::vector<std::string> complaints_about(CommandTable const& table);

} // namespace tessera::cli
