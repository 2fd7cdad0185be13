// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes the man page from the command's table.
#pragma once

#include "cli/common/command_table.hpp"

#include <string>
#include <string_view>

namespace tessera::cli {

/// Returns the page for section 1 in roff (man macros). Its date is that of the release, so the same table
/// gives the same bytes.
[[nodiscard]] std::string man_page(CommandTable const& table);

/// Returns one entry of a list, to be appended to a description.
[[nodiscard]] std::string list_entry(std::string_view name, std::string_view text);

/// Shows the page through `man` on the screen. Returns false, and has shown nothing, if there is no `man`.
[[nodiscard]] bool show_by_man(std::string const& page);

} // namespace tessera::cli
