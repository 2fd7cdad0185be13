// SPDX-License-Identifier: BSD-3-Clause
// Tessera: free space for labels in a picture.
#include "libcore/scene/detail/occupied_areas.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera::detail {
namespace {

constexpr double square = 96; // smaller squares cost more to fill than they save in queries

int square_at(double place) {
    return static_cast<int>(std::floor(place / square));
}

bool touch(OccupiedAreas::Box const& a, OccupiedAreas::Box const& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// An interval of the segment from `from` to `from + by`, as shares of its length.
struct Part {
    double begin = 0;
    double end = 1;

    /// Restricts the interval to the part between low and high.
    void keep(double from, double by, double low, double high) {
        if (by == 0) {
            if (from <= low || from >= high) end = begin - 1;
            return;
        }
        auto const [first, last] = std::minmax({(low - from) / by, (high - from) / by});
        begin = std::max(begin, first);
        end = std::min(end, last);
    }
};

} // namespace

OccupiedAreas::Square& OccupiedAreas::square_of(Row& row, int column) {
    auto const at = static_cast<std::size_t>(std::max(column, 0));
    if (at >= row.size()) row.resize(at + 1);
    return row[at];
}

bool OccupiedAreas::touch(Line const& line, Box const& box) {
    Part part;
    part.keep(line.from.x, line.to.x - line.from.x, box.x - line.apart, box.x + box.width + line.apart);
    part.keep(line.from.y, line.to.y - line.from.y, box.y - line.apart, box.y + box.height + line.apart);
    return part.begin < part.end;
}

void OccupiedAreas::take(Box const& box) {
    for (int at = square_at(box.y); at <= square_at(box.y + box.height); ++at) {
        Row& row = rows_[at];
        for (int column = square_at(box.x); column <= square_at(box.x + box.width); ++column)
            square_of(row, column).boxes.push_back(box);
    }
}

/// Visits the squares that the line crosses, row by row.
void OccupiedAreas::take_line(Point from, Point to, double apart) {
    if (from.y > to.y) std::swap(from, to);
    auto const number = static_cast<std::uint32_t>(lines_.size());
    lines_.push_back({from, to, apart});
    for (int at = square_at(from.y - apart); at <= square_at(to.y + apart); ++at) {
        Part part;
        part.keep(from.y, to.y - from.y, at * square - apart, (at + 1) * square + apart);
        if (part.begin > part.end) continue; // the line ends at the row's edge
        auto const [left, right] = std::minmax({std::lerp(from.x, to.x, part.begin), std::lerp(from.x, to.x, part.end)});
        Row& row = rows_[at];
        for (int column = square_at(left - apart); column <= square_at(right + apart); ++column)
            square_of(row, column).lines.push_back(number);
    }
}

bool OccupiedAreas::is_free(Square const& square, Box const& box) const {
    return std::ranges::none_of(square.boxes, [&](Box const& other) { return detail::touch(box, other); }) &&
           std::ranges::none_of(square.lines, [&](std::uint32_t line) { return touch(lines_[line], box); });
}

bool OccupiedAreas::take_if_free(Box const& box) {
    for (int at = square_at(box.y); at <= square_at(box.y + box.height); ++at) {
        auto const row = rows_.find(at);
        if (row == rows_.end()) continue;
        for (int column = square_at(box.x); column <= square_at(box.x + box.width); ++column)
            if (!is_free(square_of(row->second, column), box)) return false;
    }
    take(box);
    return true;
}

} // namespace tessera::detail
