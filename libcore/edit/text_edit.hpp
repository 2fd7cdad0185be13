// SPDX-License-Identifier: BSD-3-Clause
// Tessera: replacements of ranges of a text.
#pragma once

#include "libcore/spec/outline.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Replaces the bytes `range` of a text by `text`.
struct TextEdit {
    TextRun range;
    std::string text;
    friend bool operator==(TextEdit const&, TextEdit const&) = default;
};

/// Returns the text after the edits. Precondition: the ranges refer to the text before any edit, and do not overlap.
[[nodiscard]] std::string edited(std::string text, std::vector<TextEdit> edits);

} // namespace tessera
