// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pieces of a text that give way to others.
#pragma once

#include "libcore/spec/outline.hpp"

#include <string>
#include <vector>

namespace tessera {

/// The bytes `range` of a text become `text`.
struct TextEdit {
    TextRange range;
    std::string text;
    friend bool operator==(TextEdit const&, TextEdit const&) = default;
};

/// Precondition: ranges are those of the text before any edit, and do not overlap.
[[nodiscard]] std::string edited(std::string text, std::vector<TextEdit> edits);

} // namespace tessera
