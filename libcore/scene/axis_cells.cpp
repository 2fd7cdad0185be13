// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of an array cut into the cells of a picture.
#include "libcore/scene/axis_cells.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <map>

namespace tessera {
namespace {

/// A cell with more changes of owner than this is drawn as "several ranks" without counting.
constexpr int most_segments = 64;

/// The smallest 2^a 5^b >= least.
Index nice_size(Index least) {
    Index best = 1;
    while (best < least) best *= 2;
    for (Index fives = 5; fives < best; fives *= 5) {
        Index size = fives;
        while (size < least) size *= 2;
        best = std::min(best, size);
    }
    return best;
}

AxisCell::Purity purity_of(double share) {
    if (share == 1) return AxisCell::Purity::Single;
    return share >= 0.5 ? AxisCell::Purity::Mostly : AxisCell::Purity::Several;
}

AxisCell judge(DimMapping const& mapping, Run indices) {
    std::map<Index, Index> counts; // by coordinate
    Index at = indices.begin;
    for (int segments = 0; at < indices.end && segments < most_segments; ++segments) {
        auto const segment = mapping.segment_at(at);
        Index const end = std::min(segment.run.end, indices.end);
        counts[segment.owner] += end - at;
        at = end;
    }
    if (at < indices.end) return {indices, AxisCell::Purity::Several, 0, 0};
    auto const most = std::ranges::max_element(counts, {}, &std::pair<Index const, Index>::second);
    double const share = static_cast<double>(most->second) / static_cast<double>(indices.size());
    return {indices, purity_of(share), most->first, share};
}

/// Visits the index ranges of the cells.
template <class Judge>
AxisCells cut(Index extent, Index cell_size, Judge const& judge_range) {
    AxisCells axis{cell_size, {}};
    for (Index begin = 0; begin < extent; begin += cell_size)
        axis.cells.push_back(judge_range(Run{begin, std::min(begin + cell_size, extent)}));
    return axis;
}

} // namespace

Index cell_size_for(Index extent, Index most) {
    return nice_size(ceil_div(std::max<Index>(extent, 1), most));
}

AxisCells cut_into_cells(DimMapping const& mapping, Index cell_size) {
    return cut(mapping.extent(), cell_size, [&](Run indices) { return judge(mapping, indices); });
}

AxisCells cut_into_cells_of(DimMapping const& mapping, Index cell_size, Index coord) {
    PeriodicSet const owned = mapping.owned(coord);
    return cut(mapping.extent(), cell_size, [&](Run indices) {
        double const share = static_cast<double>(owned.count_in(indices)) / static_cast<double>(indices.size());
        return AxisCell{indices, purity_of(share), coord, share};
    });
}

} // namespace tessera
