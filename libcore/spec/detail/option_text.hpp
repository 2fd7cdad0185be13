// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the text of a command line option as tokens.
#pragma once

#include "libcore/spec/detail/cursor.hpp"

#include <deque>

namespace tessera::notation {

/// Keeps the text under the option's name ("--from") in `texts`, which must outlive the cursor, and starts reading it. A line
/// break means no more than a blank.
[[nodiscard]] Cursor option_cursor(std::deque<SourceText>& texts, std::string option, std::string_view text,
                                   Diagnostics& diagnostics);

} // namespace tessera::notation
