// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pages for browsers.
#pragma once

#include <string>
#include <string_view>

namespace tessera {

/// What a page of its own is made of.
struct PageParts {
    std::string_view style;  ///< CSS
    std::string_view title;  ///< text
    std::string_view body;   ///< HTML
    std::string_view id;     ///< of the element in which the script finds the data
    std::string_view data;   ///< JSON
    std::string_view script; ///< JavaScript
};

/// A page that needs nothing else, and no network. No text in it can end the element that it stands in.
[[nodiscard]] std::string html_page(PageParts const& parts);

} // namespace tessera
