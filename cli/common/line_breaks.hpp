// SPDX-License-Identifier: BSD-3-Clause
// Tessera: breaks lines that are wider than a screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// Returns the text as lines of at most `width` bytes, broken at blanks. A longer word stays whole.
[[nodiscard]] std::vector<std::string> broken_at_blanks(std::string_view text, std::size_t width);

/// Returns the text with broken lines where a line has more than `width` characters and is a label with a sentence, as reports
/// have them ("  chosen: ...", "  memory    ..."). What follows stands under the begin of the sentence. Other lines, tables and
/// code among them, stay as they are.
[[nodiscard]] std::string with_broken_reports(std::string_view text, int width);

} // namespace tessera::cli
