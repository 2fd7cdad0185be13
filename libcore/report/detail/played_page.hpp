// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common style, body and time controls of all animated pages.
#pragma once

#include <string_view>

namespace tessera::detail {

/// For html_page().
extern std::string_view const played_page_style;
extern std::string_view const played_page_body;
/// The common script; the page's own script follows it and calls playedBy(part, {length, stops, perSecond, show}). length: the last
/// moment. stops: the moments for the arrow buttons. perSecond: progress per second. show: draws a moment and returns its
/// description.
extern std::string_view const played_page_script;

} // namespace tessera::detail
