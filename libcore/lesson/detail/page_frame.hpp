// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what all pages of lessons have in common: their looks, their parts and their script.
#pragma once

#include <string_view>

namespace tessera::detail {

/// Of html_page(); the script finds its data in the element `lesson`.
extern std::string_view const page_style;
extern std::string_view const page_body;
extern std::string_view const page_script;

} // namespace tessera::detail
