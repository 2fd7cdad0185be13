// SPDX-License-Identifier: BSD-3-Clause
// Tessera: characters and their encoding as UTF-8.
#include "libcore/base/utf8.hpp"

#include <iterator>
#include <utf8cpp/utf8.h>

namespace tessera {

std::string utf8_of(std::uint32_t point) {
    std::string text;
    utf8::unchecked::append(point, std::back_inserter(text)); // surrogates, too: Python's escapes name them one by one
    return text;
}

bool is_utf8(std::string_view text) {
    return utf8::is_valid(text.begin(), text.end());
}

std::u32string characters_of(std::string_view text) {
    std::string valid;
    utf8::replace_invalid(text.begin(), text.end(), std::back_inserter(valid));
    std::u32string characters;
    utf8::unchecked::utf8to32(valid.begin(), valid.end(), std::back_inserter(characters));
    return characters;
}

} // namespace tessera
