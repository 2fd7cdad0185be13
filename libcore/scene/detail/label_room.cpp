// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where in a picture there is room for a label.
#include "libcore/scene/detail/label_room.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera::detail {
namespace {

constexpr double square = 32;

std::uint64_t key_of(int row, int column) {
    return std::uint64_t{static_cast<std::uint32_t>(row)} << 32 | static_cast<std::uint32_t>(column);
}

int square_at(double place) {
    return static_cast<int>(std::floor(place / square));
}

bool touch(LabelRoom::Box const& a, LabelRoom::Box const& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// The part of a way from `from` by `by`, as shares of it.
struct Part {
    double begin = 0;
    double end = 1;

    /// Leaves what lies between low and high.
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

template <class Visit>
void LabelRoom::for_each_square(Box const& box, Visit const& visit) {
    for (int row = square_at(box.y); row <= square_at(box.y + box.height); ++row)
        for (int column = square_at(box.x); column <= square_at(box.x + box.width); ++column) visit(key_of(row, column));
}

bool LabelRoom::touch(Line const& line, Box const& box) {
    Part part;
    part.keep(line.from.x, line.to.x - line.from.x, box.x - line.apart, box.x + box.width + line.apart);
    part.keep(line.from.y, line.to.y - line.from.y, box.y - line.apart, box.y + box.height + line.apart);
    return part.begin < part.end;
}

void LabelRoom::take(Box const& box) {
    for_each_square(box, [&](std::uint64_t at) { squares_[at].boxes.push_back(box); });
}

/// Row by row of the squares, those that the line crosses there.
void LabelRoom::take_line(Point from, Point to, double apart) {
    if (from.y > to.y) std::swap(from, to);
    for (int row = square_at(from.y - apart); row <= square_at(to.y + apart); ++row) {
        Part part;
        part.keep(from.y, to.y - from.y, row * square - apart, (row + 1) * square + apart);
        if (part.begin > part.end) continue; // it ends at the row's edge
        auto const [left, right] = std::minmax({std::lerp(from.x, to.x, part.begin), std::lerp(from.x, to.x, part.end)});
        for (int column = square_at(left - apart); column <= square_at(right + apart); ++column)
            squares_[key_of(row, column)].lines.push_back({from, to, apart});
    }
}

bool LabelRoom::take_if_free(Box const& box) {
    bool free = true;
    for_each_square(box, [&](std::uint64_t at) {
        auto const found = squares_.find(at);
        if (!free || found == squares_.end()) return;
        free = std::ranges::none_of(found->second.boxes, [&](Box const& other) { return detail::touch(box, other); }) &&
               std::ranges::none_of(found->second.lines, [&](Line const& line) { return touch(line, box); });
    });
    if (free) take(box);
    return free;
}

} // namespace tessera::detail
