// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HTML pages.
#pragma once

#include <string>
#include <string_view>

namespace tessera {

/// The parts of a self-contained page.
struct PageParts {
    std::string_view style;  ///< CSS
    std::string_view title;  ///< text
    std::string_view body;   ///< HTML
    std::string_view id;     ///< id of the element in which the script finds the data
    std::string_view data;   ///< JSON
    std::string_view script; ///< JavaScript
};

/// Returns a self-contained page that needs no network. Title and data are escaped, so that they cannot end their elements.
[[nodiscard]] std::string html_page(PageParts const& parts);

} // namespace tessera
