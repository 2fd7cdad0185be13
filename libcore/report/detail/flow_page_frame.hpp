// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what all pages of redistributions have in common: their looks, their parts and their script.
#pragma once

#include <string_view>

namespace tessera::detail {

/// Of html_page(); the script finds its data in the element `flow`.
extern std::string_view const flow_page_style;
extern std::string_view const flow_page_body;
extern std::string_view const flow_page_script;

} // namespace tessera::detail
