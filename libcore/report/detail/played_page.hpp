// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what all pages that play have in common: their looks, their parts, and the controls of their time.
#pragma once

#include <string_view>

namespace tessera::detail {

/// Of html_page().
extern std::string_view const played_page_style;
extern std::string_view const played_page_body;
/// Goes before a page's own script, which calls playedBy(part, {length, stops, perSecond, show}): the last moment, those that the
/// arrows go to, how much of it passes in a second, and what draws a moment and returns it in words.
extern std::string_view const played_page_script;

} // namespace tessera::detail
