// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tokens of the text of a command line option.
#pragma once

#include "libcore/spec/detail/cursor.hpp"

#include <deque>

namespace tessera::notation {

/// Stores the text under the option's name ("--from") in `texts`, which must outlive the cursor. Returns a cursor at its start. A
/// line break counts as a blank.
[[nodiscard]] Cursor option_cursor(std::deque<SourceText>& texts, std::string option, std::string_view text,
                                   Diagnostics& diagnostics);

} // namespace tessera::notation
