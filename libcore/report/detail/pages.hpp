// SPDX-License-Identifier: BSD-3-Clause
// Tessera: styles, bodies and scripts of the animated pages, from libcore/report/pages.
#pragma once

#include <string_view>

namespace tessera::detail {

/// Style of all pages, with light and dark colours.
extern std::string_view const pages_page_css;

/// Style, body and time controls of all animated pages.
extern std::string_view const pages_played_css;
extern std::string_view const pages_played_html;
/// The page's own script follows and calls playedBy(part, {length, stops, perSecond, show}). length: the last moment. stops: the
/// moments for the arrow buttons. perSecond: progress per second. show: draws a moment and returns its description.
extern std::string_view const pages_played_js;

// Scripts that follow pages_played_js. Each reads its data from the element that it is named after.
extern std::string_view const pages_flow_js;
extern std::string_view const pages_frames_js;
extern std::string_view const pages_network_js;

} // namespace tessera::detail
