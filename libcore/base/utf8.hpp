// SPDX-License-Identifier: BSD-3-Clause
// Tessera: characters as bytes.
#pragma once

#include <cstdint>
#include <string>

namespace tessera {

/// The character with this number in Unicode, below 0x110000, in UTF-8. Latin-1's bytes are such numbers.
[[nodiscard]] std::string utf8_of(std::uint32_t point);

} // namespace tessera
