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
    if (counts.size() == 1) return {indices, AxisCell::Purity::Single, most->first, 1};
    double const share = static_cast<double>(most->second) / static_cast<double>(indices.size());
    return {indices, share >= 0.5 ? AxisCell::Purity::Mostly : AxisCell::Purity::Several, most->first, share};
}

} // namespace

Index cell_size_for(Index extent, Index most) {
    return nice_size(ceil_div(std::max<Index>(extent, 1), most));
}

AxisCells cut_into_cells(DimMapping const& mapping, Index cell_size) {
    AxisCells axis{cell_size, {}};
    for (Index begin = 0; begin < mapping.extent(); begin += cell_size)
        axis.cells.push_back(judge(mapping, {begin, std::min(begin + cell_size, mapping.extent())}));
    return axis;
}

} // namespace tessera
