// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HTML pages.
#include "libcore/report/pages/html_page.hpp"

#include "libcore/report/detail/pages.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

constexpr std::string_view frame = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
{}{}</style>
<title>{}</title>
</head>
<body>
{}<script type="application/json" id="{}">{}</script>
<script>
{}</script>
</body>
</html>
)html";

/// Escapes characters that would begin a tag or an entity.
std::string html_text(std::string_view text) {
    std::string safe;
    for (char const c : text) safe += c == '<' ? std::string("&lt;") : c == '&' ? std::string("&amp;") : std::string(1, c);
    return safe;
}

/// Escapes JSON inside a script element, so that it cannot end the element.
std::string inside_script(std::string_view json) {
    std::string safe;
    for (char const c : json) safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return safe;
}

} // namespace

std::string html_page(PageParts const& parts) {
    return fmt::format(frame, detail::pages_page_css, parts.style, html_text(parts.title), parts.body, parts.id,
                       inside_script(parts.data), parts.script);
}

} // namespace tessera
