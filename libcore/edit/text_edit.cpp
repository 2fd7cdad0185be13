// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pieces of a text that give way to others.
#include "libcore/edit/text_edit.hpp"

#include <algorithm>
#include <functional>

namespace tessera {

std::string edited(std::string text, std::vector<TextEdit> edits) {
    // From the end on, so that the ranges in front stay what they are.
    std::ranges::sort(edits, std::greater(), [](TextEdit const& edit) { return edit.range.begin; });
    for (TextEdit const& edit : edits) text.replace(edit.range.begin, edit.range.end - edit.range.begin, edit.text);
    return text;
}

} // namespace tessera
