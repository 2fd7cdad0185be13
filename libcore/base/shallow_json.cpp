// SPDX-License-Identifier: BSD-3-Clause
// Tessera: limits the nesting of JSON from untrusted files.
#include "libcore/base/shallow_json.hpp"

#include <cstddef>

namespace tessera {

std::string_view shallow_json(std::string_view text) {
    constexpr int deepest = 64;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char const letter = text[i];
        if (quoted && letter == '\\')
            ++i; // skips the escaped character
        else if (letter == '"')
            quoted = !quoted;
        else if (!quoted && (letter == '[' || letter == '{'))
            ++depth;
        else if (!quoted && (letter == ']' || letter == '}'))
            --depth;
        if (depth > deepest) return text.substr(0, i);
    }
    return text;
}

} // namespace tessera
