// SPDX-License-Identifier: BSD-3-Clause
// Tessera: encodes characters as UTF-8.
#pragma once

#include <cstdint>
#include <string>

namespace tessera {

/// Returns the UTF-8 encoding of a Unicode code point below 0x110000. Bytes of Latin-1 are such code points.
[[nodiscard]] std::string utf8_of(std::uint32_t point);

} // namespace tessera
