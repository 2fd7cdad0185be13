// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the trapezoids that ScaLAPACK's p?trmr2d copies.
#include "libcore/api/scalapack/trapezoid.hpp"

#include <algorithm>
#include <array>

namespace tessera::scalapack {
namespace {

// More strips, or narrower ones, cost more to plan than they save.
constexpr Index most_strips = 4;
constexpr Index least_strip = 64; // columns

} // namespace

Trapezoid::Trapezoid(MoveRequest const& request) : part_(request.part), rows_(request.rows), columns_(request.columns) {
    if (part_ == Part::Upper)
        shift_ = std::max<Index>(rows_ - columns_, 0) + request.diagonal;
    else
        shift_ = 1 - request.diagonal - std::max<Index>(columns_ - rows_, 0);
}

Run Trapezoid::rows_of(Index column) const {
    Index const border = std::clamp<Index>(column + shift_, 0, rows_);
    if (part_ == Part::Upper) return {0, border};
    if (part_ == Part::Lower) return {border, rows_};
    return {0, rows_};
}

Run Trapezoid::rows_of_strip(Run columns) const {
    return rows_of(part_ == Part::Upper ? columns.end - 1 : columns.begin);
}

std::vector<Rectangle> Trapezoid::strips() const {
    Index const side = part_ == Part::Whole ? 0 : std::min(rows_, columns_); // of the triangle
    Run const triangle = part_ == Part::Upper ? Run{0, side} : Run{columns_ - side, columns_};
    Index const pieces = std::clamp(side / least_strip, Index{1}, most_strips);
    std::vector<Run> cuts{{0, triangle.begin}};
    for (Index piece = 0; piece < pieces; ++piece)
        cuts.push_back({triangle.begin + side * piece / pieces, triangle.begin + side * (piece + 1) / pieces});
    cuts.push_back({triangle.end, columns_});
    std::vector<Rectangle> strips;
    for (Run const& cut : cuts)
        if (!cut.empty() && !rows_of_strip(cut).empty()) strips.push_back({rows_of_strip(cut), cut});
    return strips;
}

std::vector<ElementRun> spared_runs(MoveRequest const& request, std::vector<Rectangle> const& strips, LocalLayout const& target) {
    std::vector<ElementRun> runs;
    if (request.part == Part::Whole) return runs;
    Trapezoid const trapezoid(request);
    PeriodicSet const& rows = target.owned().dims()[0];
    PeriodicSet const& columns = target.owned().dims()[1];
    Index const first_row = request.to.first_moved_row - 1;
    Index const first_column = request.to.first_moved_column - 1;
    for (Rectangle const& strip : strips) {
        Index const last = columns.count_below(first_column + strip.columns.end);
        for (Index local = columns.count_below(first_column + strip.columns.begin); local < last; ++local) {
            Run const moved = trapezoid.rows_of(columns.element(local) - first_column);
            Run const spared = request.part == Part::Upper ? Run{moved.end, strip.rows.end} : Run{strip.rows.begin, moved.begin};
            Index const begin = rows.count_below(first_row + spared.begin);
            Index const end = rows.count_below(first_row + spared.end);
            if (begin < end) runs.push_back({target.offset(std::array{begin, local}), end - begin});
        }
    }
    return runs;
}

} // namespace tessera::scalapack
