// SPDX-License-Identifier: BSD-3-Clause
// Tessera: JSON from files that anybody may have written.
#pragma once

#include <string_view>

namespace tessera {

/// The text up to where more than 64 lists and objects lie within one another; all of it, where they never do. A parser that is
/// given the shorter text finds no end and says where. What works on parsed JSON calls itself for each list within a list, and
/// would use up the stack: nlohmann's copies, and its dump().
[[nodiscard]] std::string_view shallow_json(std::string_view text);

} // namespace tessera
