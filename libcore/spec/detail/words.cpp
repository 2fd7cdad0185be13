// SPDX-License-Identifier: BSD-3-Clause
// Tessera: case-insensitive words.
#include "libcore/spec/detail/words.hpp"

#include <algorithm>

namespace tessera::notation {

std::string lower(std::string_view word) {
    std::string result(word);
    std::ranges::transform(result, result.begin(), to_lower);
    return result;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

} // namespace tessera::notation
