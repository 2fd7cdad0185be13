// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of the lists in a job's text, for editors that change one entry and keep the rest.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The bytes [begin, end) of a text.
struct TextRun {
    std::size_t begin = 0;
    std::size_t end = 0;
    friend bool operator==(TextRun const&, TextRun const&) = default;
};

/// One entry as it is written: "0:99", "cyclic(4)", "2*i-1". `text` omits continuation marks; `range` includes them.
struct OutlineItem {
    std::string text;
    TextRun range;
};

/// One list of a declaration or directive.
struct OutlineList {
    enum class Kind {
        ElementType,     ///< one item: "real*8"
        ArrayBounds,     ///< "64", "0:99"; in C's brackets "64" is an extent from 0
        ProcessorBounds, ///< PROCESSORS
        TemplateBounds,
        Formats,    ///< DISTRIBUTE
        NewFormats, ///< REDISTRIBUTE
        AlignSources,
        AlignSubscripts,
        NewAlignSources, ///< REALIGN
        NewAlignSubscripts,
        Ranks,
        Order,
        Onto, ///< the subscripts of a section
        Other ///< a directive whose lists are not split, such as copy or shadow: one item, its keyword
    };
    Kind kind = Kind::ArrayBounds;
    std::vector<std::string> names; ///< the arrays or templates it belongs to; several after `::`
    std::string partner;            ///< align: the target; formats, onto: the arrangement, if it has a name
    std::vector<OutlineItem> items;
    TextRun statement; ///< all its lines with their line ends
};

/// Returns every list, in the order of the text. Skips what it cannot parse, so no text is an error.
[[nodiscard]] std::vector<OutlineList> outline(std::string_view text);

} // namespace tessera
