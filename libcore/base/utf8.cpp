// SPDX-License-Identifier: BSD-3-Clause
// Tessera: encodes characters as UTF-8.
#include "libcore/base/utf8.hpp"

namespace tessera {

std::string utf8_of(std::uint32_t point) {
    constexpr std::uint32_t low = 0x3F;
    auto const byte = [](std::uint32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    auto const last = [&](std::uint32_t shift) { return byte(0x80U | (point >> shift & low)); };
    if (point < 0x80) return {byte(point)};
    if (point < 0x800) return {byte(0xC0U | point >> 6U), last(0)};
    if (point < 0x10000) return {byte(0xE0U | point >> 12U), last(6), last(0)};
    return {byte(0xF0U | point >> 18U), last(12), last(6), last(0)};
}

} // namespace tessera
