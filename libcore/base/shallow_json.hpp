// SPDX-License-Identifier: BSD-3-Clause
// Tessera: limits the nesting of JSON from untrusted files.
#pragma once

#include <string_view>

namespace tessera {

/// Returns the text up to the point where more than 64 lists and objects are nested, or all of it. A parser of the shorter text
/// reports a missing end at that position. Functions on parsed JSON recurse for each nested list and would exhaust the stack:
/// nlohmann's copies, and its dump().
[[nodiscard]] std::string_view shallow_json(std::string_view text);

} // namespace tessera
