// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names in a generated program for the things that the user named.
#include "libcore/codegen/detail/name_table.hpp"

#include "libcore/spec/words.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace tessera::detail {

namespace {

constexpr std::string_view tail = "_given";
constexpr std::size_t longest = 63; // longest name that Fortran allows

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word_part(char c) {
    return notation::is_letter(c) || is_digit(c);
}

/// Returns whether the word is a letter with or without digits: m, n1, x12.
bool is_letter_with_digits(std::string_view word) {
    return !word.empty() && word[0] != '_' && notation::is_letter(word[0]) && std::ranges::all_of(word.substr(1), is_digit);
}

/// FNV-1a, for names that are shortened.
std::uint32_t hash_of(std::string_view text) {
    std::uint32_t hash = 2166136261U;
    for (char const c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
}

} // namespace

NameTable::NameTable(std::span<std::string_view const> texts, std::string_view numbered)
    : taken_{"j0", "j1", "y0", "y1"}, // functions of C
      numbered_(numbered) {
    for (std::string_view const text : texts)
        for (auto at = text.begin(); at != text.end();) {
            auto const begin = std::find_if(at, text.end(), is_word_part);
            at = std::find_if_not(begin, text.end(), is_word_part);
            std::string const word = notation::lower({begin, at});
            if (is_letter_with_digits(word)) taken_.insert(word);
        }
}

bool NameTable::is_free(std::string_view word) const {
    bool const is_numbered = word.size() > 1 && numbered_.find(word[0]) != std::string::npos;
    return is_letter_with_digits(word) && !is_numbered && !taken_.contains(word);
}

std::string NameTable::name_of(std::string_view wanted) const {
    std::string name = notation::lower(wanted);
    if (is_free(name)) return name;
    if (name[0] == '_') name = "u" + name; // a Fortran name must begin with a letter
    if (name.size() + tail.size() > longest) name = fmt::format("{}_{:08x}", name.substr(0, 40), hash_of(name));
    return name + std::string(tail);
}

} // namespace tessera::detail
