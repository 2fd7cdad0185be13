// SPDX-License-Identifier: BSD-3-Clause
// Tessera: makes text from untrusted files safe to show on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace tessera {

/// Escapes everything that controls a terminal or is invisible. Control characters and invalid bytes become \x1b, characters that
/// change the direction of writing become \u202e. Line ends and tabs stay.
[[nodiscard]] std::string visible(std::string_view text);
/// The same, but our own colours (ESC [ ... m) stay.
[[nodiscard]] std::string visible_in_colour(std::string_view text);
/// Escapes a name. Line ends and tabs are escaped, too (
/// , \t), so the name stays on one line.
[[nodiscard]] std::string visible_name(std::string_view name);

} // namespace tessera
