// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of words without case, as in Fortran.
#pragma once

#include <string>
#include <string_view>

namespace tessera::notation {

// ASCII only and independent of the locale, because source text must not depend on it.
[[nodiscard]] constexpr char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter(char c) {
    return (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '_';
}

[[nodiscard]] std::string lower(std::string_view word);
/// Returns whether the words are equal, apart from case.
[[nodiscard]] bool same_word(std::string_view a, std::string_view b);

/// Returns "1 rank" or "4 ranks".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);
/// Returns "A has 2 dimensions, but 1 subscript is given".
[[nodiscard]] std::string dimension_mismatch(std::string_view name, std::size_t dims, std::size_t given, std::string_view thing);

} // namespace tessera::notation
