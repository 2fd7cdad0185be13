// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of a fixed number of 4-byte characters, numpy's "<U5".
#include "libcore/files/store/zarr/zarr_characters.hpp"

#include "libcore/files/store/zarr/zarr_type.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tessera {

namespace {

constexpr std::size_t character_bytes = 4;

/// Throws std::runtime_error if the number is not a Unicode character. Surrogates are no characters; only UTF-16 has them.
void check_character(std::uint32_t number) {
    if (number > 0x10FFFF || (number >= 0xD800 && number < 0xE000))
        throw std::runtime_error(fmt::format("a text has the number {:#x}, which is no character", number));
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
        check_character(character);
        text += utf8_of(character);
    }
    return text;
}

std::vector<std::byte> wide_text(std::string_view text, Index bytes, bool big_endian) {
    std::vector<std::byte> wide;
    for (std::uint32_t const character : characters_of(text))
        for (unsigned k = 0; k < character_bytes; ++k)
            wide.push_back(static_cast<std::byte>(character >> (8 * (big_endian ? character_bytes - 1 - k : k)) & 0xFFU));
    wide.resize(as_size(bytes));
    return wide;
}

} // namespace tessera
