// SPDX-License-Identifier: BSD-3-Clause
// Tessera: replacements of ranges of a text.
#include "libcore/edit/text_edit.hpp"

#include <algorithm>
#include <functional>

namespace tessera {

std::string edited(std::string text, std::vector<TextEdit> edits) {
    // Edits from the end, so that earlier ranges stay valid.
    std::ranges::sort(edits, std::greater(), [](TextEdit const& edit) { return edit.range.begin; });
    for (TextEdit const& edit : edits) text.replace(edit.range.begin, edit.range.end - edit.range.begin, edit.text);
    return text;
}

} // namespace tessera
