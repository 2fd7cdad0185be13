// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common style, body and script of all lesson pages.
#pragma once

#include <string_view>

namespace tessera::detail {

/// For html_page(); the script reads its data from the element `lesson`.
extern std::string_view const page_style;
extern std::string_view const page_body;
extern std::string_view const page_script;

} // namespace tessera::detail
