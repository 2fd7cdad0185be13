// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dimension cut at every change.
#include "libcore/scene/detail/cut_axis.hpp"

#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tessera::detail {
namespace {

constexpr double least_side = 24;
constexpr double most_side = 130;

double side_of(Index indices) {
    return std::min(least_side + 11 * std::log2(static_cast<double>(indices)), most_side);
}

} // namespace

double CutAxis::place(double index) const {
    auto const holds = [index](CutCell const& cell) { return index < static_cast<double>(cell.indices.end); };
    auto const found = std::ranges::find_if(cells, holds);
    CutCell const& cell = found == cells.end() ? cells.back() : *found;
    double const share = (index - static_cast<double>(cell.indices.begin)) / static_cast<double>(cell.indices.size());
    return cell.at + std::clamp(share, -1.0, 2.0) * cell.side;
}

void add_cuts(PeriodicSet const& set, Index distance, std::set<Index>& cuts) {
    Index runs = 0;
    for (RunWalk walk(set); !walk.done() && runs++ < most_cut_cells; walk.next()) {
        cuts.insert(walk.run().begin + distance);
        cuts.insert(walk.run().end + distance);
    }
}

CutAxis cut_axis(std::set<Index> const& cuts, std::function<bool(Index)> const& kept) {
    CutAxis axis;
    for (auto cut = cuts.begin(); cut != cuts.end() && std::next(cut) != cuts.end(); ++cut) {
        if (!kept(*cut)) {
            axis.length += cut_gap;
            continue;
        }
        if (std::ssize(axis.cells) == most_cut_cells) {
            axis.all = false;
            break;
        }
        Run const indices{*cut, *std::next(cut)};
        axis.cells.push_back({indices, axis.length, side_of(indices.size())});
        axis.length += axis.cells.back().side;
    }
    return axis;
}

CutAxis single_cell() {
    return {.cells = {{{0, 1}, 0, 40}}, .length = 40};
}

} // namespace tessera::detail
