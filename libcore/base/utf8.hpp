// SPDX-License-Identifier: BSD-3-Clause
// Tessera: characters and their encoding as UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tessera {

/// Returns the UTF-8 encoding of a Unicode code point below 0x110000. Bytes of Latin-1 are such code points.
[[nodiscard]] std::string utf8_of(std::uint32_t point);

/// Returns whether the text is valid UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Returns the code points of a text in UTF-8. Invalid bytes become U+FFFD.
[[nodiscard]] std::u32string characters_of(std::string_view text);

} // namespace tessera
