// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of a fixed number of 4-byte characters, numpy's "<U5".
#include "libcore/files/store/zarr/zarr_characters.hpp"

#include "libcore/files/store/zarr/zarr_type.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tessera {

namespace {

constexpr std::size_t character_bytes = 4;
constexpr std::array<std::uint32_t, 4> marks{0, 0xC0, 0xE0, 0xF0}; // bits of the first byte, by the number of bytes after it

void append_utf8(std::string& text, std::uint32_t character) {
    bool const is_half = character >= 0xD800 && character < 0xE000; // a surrogate, which only UTF-16 has
    if (character > 0x10FFFF || is_half)
        throw std::runtime_error(fmt::format("a text has the number {:#x}, which is no character", character));
    unsigned const more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    text.push_back(static_cast<char>(marks[more] | character >> (6 * more)));
    for (unsigned k = more; k-- > 0;) text.push_back(static_cast<char>(0x80U | (character >> (6 * k) & 0x3FU)));
}

/// Decodes the first character of a UTF-8 text and removes it from the text.
std::uint32_t taken_character(std::string_view& text) {
    std::uint32_t const first = static_cast<unsigned char>(text.front());
    std::size_t const more = first < marks[1] ? 0 : first < marks[2] ? 1 : first < marks[3] ? 2 : 3;
    std::uint32_t character = first ^ marks[more];
    for (std::size_t k = 1; k <= more && k < text.size(); ++k)
        character = character << 6U | (static_cast<unsigned char>(text[k]) & 0x3FU);
    text.remove_prefix(std::min(more + 1, text.size()));
    return character;
}

} // namespace

bool has_wide_characters(ZarrType const& type) {
    auto const word = nlohmann::json::parse(type.text, nullptr, false);
    if (word.is_object()) return type.foreign && word.value("name", "") == zarr3_wide_name;
    return type.foreign && word.is_string() && word.get<std::string>().substr(1, 1) == "U";
}

std::string narrow_text(std::span<std::byte const> characters, bool big_endian) {
    std::string text;
    std::size_t zeros = 0; // zeros inside a text belong to it
    for (; !characters.empty(); characters = characters.subspan(character_bytes)) {
        std::uint32_t character = 0;
        for (std::size_t k = 0; k < character_bytes; ++k)
            character = character << 8U | std::to_integer<std::uint32_t>(characters[big_endian ? k : character_bytes - 1 - k]);
        if (character == 0) {
            ++zeros;
            continue;
        }
        text.append(zeros, '\0');
        zeros = 0;
        append_utf8(text, character);
    }
    return text;
}

std::vector<std::byte> wide_text(std::string_view text, Index bytes, bool big_endian) {
    std::vector<std::byte> wide;
    while (!text.empty()) {
        std::uint32_t const character = taken_character(text);
        for (unsigned k = 0; k < character_bytes; ++k)
            wide.push_back(static_cast<std::byte>(character >> (8 * (big_endian ? character_bytes - 1 - k : k)) & 0xFFU));
    }
    wide.resize(as_size(bytes));
    return wide;
}

} // namespace tessera
