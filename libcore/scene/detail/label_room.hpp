// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where in a picture there is room for a label.
#pragma once

#include "libcore/scene/detail/arrow.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tessera::detail {

/// Remembers what is taken, in squares of a coarse grid, so that asking costs the neighbourhood.
class LabelRoom {
  public:
    struct Box {
        double x = 0;
        double y = 0;
        double width = 0;
        double height = 0;
    };
    void take(Box const& box);
    /// A line that no label may cross, nor come nearer to than so much to the side, above or below.
    void take_line(Point from, Point to, double apart);
    /// Takes the box unless it touches another one, or a line.
    [[nodiscard]] bool take_if_free(Box const& box);

  private:
    struct Line {
        Point from;
        Point to;
        double apart = 0;
    };
    /// What meets a square, and more lines of its neighbourhood.
    struct Square {
        std::vector<Box> boxes;
        std::vector<std::uint32_t> lines; ///< by number: long lines meet many squares
    };

    using Row = std::vector<Square>; ///< from the left edge of the picture on

    static bool touch(Line const& line, Box const& box);
    /// What is left of the picture shares its first square.
    static Square& square_of(Row& row, int column);
    [[nodiscard]] bool is_free(Square const& square, Box const& box) const;

    std::vector<Line> lines_;
    std::unordered_map<int, Row> rows_;
};

} // namespace tessera::detail
