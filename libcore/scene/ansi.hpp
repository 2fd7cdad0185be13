// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ownership painted with the characters of a terminal.
#pragma once

#include "libcore/scene/color.hpp"
#include "libcore/scene/ownership_grid.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Lines of text, possibly with colour sequences, and how many columns the widest takes on the screen.
struct TextPicture {
    struct Line {
        std::string text; ///< without a newline
        int width = 0;
    };
    std::vector<Line> lines;
    [[nodiscard]] int width() const;
};

/// How wide a cell is: the digits of its rank, and one more column for a gap or the mark "~" (none if `tight`).
[[nodiscard]] int cell_width(Mapping const& mapping, bool tight);

/// Columns taken by the labels at the left of the cells.
[[nodiscard]] int margin_width(Mapping const& mapping, OwnershipView const& view);

/// How many cells have room in so many columns, and whether the gaps between them must go to show every element.
struct CellLayout {
    GridLimits limits;
    bool tight = false;
};
[[nodiscard]] CellLayout fit_cells(Mapping const& mapping, OwnershipView const& view, int width);

/// Cells with the number of their rank, labels in the array's own bounds at the top and at the left. "3~": rank 3 holds two thirds
/// of the cell or more (mostly_share); "::" several ranks, none of them so much; "0+": copies on other ranks too; ".": not held by
/// the rank looked at.
[[nodiscard]] TextPicture paint_cells(OwnershipGrid const& grid, bool tight, ColorDepth depth);

/// One beside the other.
[[nodiscard]] TextPicture beside(TextPicture const& left, TextPicture const& right, int gap);

/// The text on a background, in whichever of black and white is read best on it; as it is without colours.
[[nodiscard]] std::string painted(std::string const& text, Color background, ColorDepth depth);

/// "  0  " on the colour of the rank; without colours the number alone.
[[nodiscard]] TextPicture::Line rank_swatch(Rank rank, int width, ColorDepth depth);

} // namespace tessera
