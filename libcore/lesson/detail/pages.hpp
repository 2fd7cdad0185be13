// SPDX-License-Identifier: BSD-3-Clause
// Tessera: style, body and script of lesson pages, from libcore/lesson/pages.
#pragma once

#include <string_view>

namespace tessera::detail {

/// For html_page(). The script reads its data from the element `lesson`.
extern std::string_view const pages_lesson_css;
extern std::string_view const pages_lesson_html;
extern std::string_view const pages_lesson_js;

} // namespace tessera::detail
