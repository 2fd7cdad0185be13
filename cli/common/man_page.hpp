// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the man page, written from the command's table.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>

namespace tessera::cli {

/// roff (man macros) for section 1. No date, so that the same table gives the same bytes.
[[nodiscard]] std::string man_page(CommandTable const& table);

} // namespace tessera::cli
