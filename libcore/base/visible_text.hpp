// SPDX-License-Identifier: BSD-3-Clause
// Tessera: text from files that anybody may have written, as a terminal may show it.
#pragma once

#include <string>
#include <string_view>

namespace tessera {

/// The text with all that acts on a terminal or hides from the eye written out: control characters and bytes that are no UTF-8 as
/// \x1b, characters that turn the direction of writing as \u202e. Line ends and tabs stay.
[[nodiscard]] std::string visible(std::string_view text);
/// The same where our own colours (ESC [ ... m) stay, too.
[[nodiscard]] std::string visible_in_colour(std::string_view text);
/// A name: line ends and tabs are written out as well (\n, \t), so that it stays on its line.
[[nodiscard]] std::string visible_name(std::string_view name);

} // namespace tessera
