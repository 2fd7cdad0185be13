// SPDX-License-Identifier: BSD-3-Clause
// Tessera: free space for labels in a picture.
#pragma once

#include "libcore/scene/detail/arrow.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tessera::detail {

/// Records occupied areas in squares of a coarse grid, so that a query only costs the nearby entries.
class OccupiedAreas {
  public:
    struct Box {
        double x = 0;
        double y = 0;
        double width = 0;
        double height = 0;
    };
    void take(Box const& box);
    /// Reserves a line. No label may cross it or come nearer than `apart`, to the side, above or below.
    void take_line(Point from, Point to, double apart);
    /// Takes the box and returns true, unless it touches another box or a line.
    [[nodiscard]] bool take_if_free(Box const& box);

  private:
    struct Line {
        Point from;
        Point to;
        double apart = 0;
    };
    /// The boxes and lines that meet a square, and possibly some lines nearby.
    struct Square {
        std::vector<Box> boxes;
        std::vector<std::uint32_t> lines; ///< indices of lines, because long lines meet many squares
    };

    using Row = std::vector<Square>; ///< squares from the left edge of the picture on

    static bool touch(Line const& line, Box const& box);
    /// Everything left of the picture goes into its first square.
    static Square& square_of(Row& row, int column);
    [[nodiscard]] bool is_free(Square const& square, Box const& box) const;

    std::vector<Line> lines_;
    std::unordered_map<int, Row> rows_;
};

} // namespace tessera::detail
