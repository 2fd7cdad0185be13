// SPDX-License-Identifier: BSD-3-Clause
// Tessera: makes text from untrusted files safe to show on a terminal.
#include "libcore/base/visible_text.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>

namespace tessera {
namespace {

struct Kept {
    bool lines = false;
    bool colours = false;
};

/// The first character of a text that is not empty.
struct Character {
    std::uint32_t point = 0;
    std::size_t bytes = 1;
    bool valid = true;
};

Character first_character(std::string_view text) {
    auto const byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    if (byte(0) < 0x80) return {byte(0)};
    auto const bytes = static_cast<std::size_t>(std::countl_one(byte(0)));
    Character const broken{byte(0), 1, false};
    if (bytes < 2 || bytes > 4 || bytes > text.size()) return broken;
    std::uint32_t point = byte(0) & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return broken;
        point = point << 6U | (byte(i) & 0x3FU);
    }
    constexpr std::uint32_t least[]{0, 0, 0x80, 0x800, 0x10000};
    if (point < least[bytes] || point > 0x10FFFF) return broken;
    return {point, bytes};
}

/// Returns whether a character changes the direction of writing: embeddings, overrides, isolates and marks.
bool turns_direction(std::uint32_t point) {
    return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) || point == 0x200E || point == 0x200F;
}

/// Returns the length of "ESC [ numbers m" at the beginning; 0 if there is none.
std::size_t colour_length(std::string_view text) {
    if (!text.starts_with("\x1b[")) return 0;
    std::size_t const end = text.find_first_not_of("0123456789;", 2);
    return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

std::string written_out(Character const& character) {
    if (character.point == '\n') return "\\n";
    if (character.point == '\t') return "\\t";
    bool const is_byte = !character.valid || character.point < 0x80;
    return is_byte ? fmt::format("\\x{:02x}", character.point) : fmt::format("\\u{:04x}", character.point);
}

bool is_plain(Character const& character, Kept kept) {
    if (!character.valid) return false;
    if (character.point == '\n' || character.point == '\t') return kept.lines;
    bool const controls = character.point < 0x20 || (character.point >= 0x7F && character.point < 0xA0);
    return !controls && !turns_direction(character.point);
}

std::string shown(std::string_view text, Kept kept) {
    std::string result;
    while (!text.empty()) {
        std::size_t const colour = kept.colours ? colour_length(text) : 0;
        Character const character = first_character(text);
        std::size_t const bytes = std::max(colour, character.bytes);
        result += colour > 0 || is_plain(character, kept) ? std::string(text.substr(0, bytes)) : written_out(character);
        text.remove_prefix(bytes);
    }
    return result;
}

} // namespace

std::string visible(std::string_view text) {
    return shown(text, {.lines = true});
}

std::string visible_in_colour(std::string_view text) {
    return shown(text, {.lines = true, .colours = true});
}

std::string visible_name(std::string_view name) {
    return shown(name, {});
}

} // namespace tessera
