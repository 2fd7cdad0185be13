// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ownership pictures made of terminal characters.
#pragma once

#include "libcore/scene/color.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Lines of text, possibly with colour sequences. `width` is the number of columns on the screen.
struct TextPicture {
    struct Line {
        std::string text; ///< without a newline
        int width = 0;
    };
    std::vector<Line> lines;
    [[nodiscard]] int width() const;
};

/// Returns the width of a cell in columns: the digits of its rank, and one more for a gap or the mark "~" (none if `tight`).
[[nodiscard]] int cell_width(Mapping const& mapping, bool tight);

/// Returns the number of columns for the labels at the left of the cells.
[[nodiscard]] int margin_width(Mapping const& mapping, OwnershipView const& view);

/// The number of cells that fit. `tight`: the gaps between cells must go to show every element.
struct CellLayout {
    GridLimits limits;
    bool tight = false;
};
[[nodiscard]] CellLayout fit_cells(Mapping const& mapping, OwnershipView const& view, int width);

/// Paints cells with the number of their rank, and labels in the array's own bounds at the top and at the left. "3~": rank 3 holds
/// two thirds of the cell or more (mostly_share); "::": several ranks, none with that share; "0+": other ranks hold copies; ".":
/// the selected rank does not hold the cell.
[[nodiscard]] TextPicture paint_cells(OwnershipGrid const& grid, bool tight, ColorDepth depth);

/// Returns the two pictures side by side.
[[nodiscard]] TextPicture beside(TextPicture const& left, TextPicture const& right, int gap);

/// Returns the text on a background, in black or white for the best contrast. Without colours the text is unchanged.
[[nodiscard]] std::string painted(std::string const& text, Color background, ColorDepth depth);

/// Returns "  0  " on the colour of the rank; without colours the number alone.
[[nodiscard]] TextPicture::Line rank_swatch(Rank rank, int width, ColorDepth depth);

} // namespace tessera
