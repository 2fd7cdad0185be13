// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HTML pages.
#include "libcore/report/html_page.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

constexpr std::string_view frame = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark; --ink: #212529; --faint: #5c646c; --paper: #fff; --code: #f4f5f7; --right: #00664b; --wrong: #a33d00; }}
@media screen and (prefers-color-scheme: dark) {{
  :root {{ --ink: #e9ecef; --faint: #adb5bd; --paper: #1b1e21; --code: #2b3035; --right: #63d2b2; --wrong: #ffa06b; }}
  svg {{ border-radius: 6px; }}
}}
@media print {{ button, input {{ display: none; }} svg {{ break-inside: avoid; }} }}
body {{ font: 16px/1.5 "DejaVu Sans", Verdana, Arial, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; padding: 16px 24px; }}
button, input {{ font: inherit; }}
{}</style>
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
    return fmt::format(frame, parts.style, html_text(parts.title), parts.body, parts.id, inside_script(parts.data), parts.script);
}

} // namespace tessera
