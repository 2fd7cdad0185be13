// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of an array, divided into the cells of a picture.
#include "libcore/scene/ownership/axis_cells.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

namespace tessera {
namespace {

/// Largest number of segments per cell that is counted. Other cells are drawn as "several ranks".
constexpr int most_segments = 64;

/// Returns the numbers 2^a 3^b 5^c from `least` to 2*least, unordered.
std::vector<Index> sizes_from(Index least) {
    std::vector<Index> sizes;
    for (Index fives = 1; fives <= 2 * least; fives *= 5)
        for (Index threes = fives; threes <= 2 * least; threes *= 3) {
            Index size = threes;
            while (size < least) size *= 2;
            if (size <= 2 * least) sizes.push_back(size);
        }
    return sizes;
}

/// Returns 0 for a multiple of ten, 1 for 2^a 5^b, 2 for other numbers.
int roughness(Index size) {
    if (size % 10 == 0) return 0;
    while (size % 2 == 0) size /= 2;
    while (size % 5 == 0) size /= 5;
    return size == 1 ? 1 : 2;
}

AxisCell::Purity purity_of(double share) {
    if (share == 1) return AxisCell::Purity::Single;
    return share >= mostly_share ? AxisCell::Purity::Mostly : AxisCell::Purity::Several;
}

AxisCell judge(DimMapping const& mapping, Run indices) {
    std::map<Index, Index> counts; // key: coordinate
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

/// Makes the cells; `judge_range` sets the owner of each index range.
template <class Judge>
AxisCells cut(Index extent, Index cell_size, Judge const& judge_range) {
    AxisCells axis{cell_size, {}};
    for (Index begin = 0; begin < extent; begin += cell_size)
        axis.cells.push_back(judge_range(Run{begin, std::min(begin + cell_size, extent)}));
    return axis;
}

} // namespace

double mixed_share(AxisCells const& axis) {
    auto const mixed = std::ranges::count_if(axis.cells, [](AxisCell const& cell) { return cell.share < 1; });
    return axis.cells.empty() ? 0 : static_cast<double>(mixed) / static_cast<double>(axis.cells.size());
}

Index choose_cell_size(std::vector<DimMapping> const& mappings, Index most) {
    assert(!mappings.empty() && most >= 1);
    Index const least = ceil_div(mappings.front().extent(), most);
    if (least <= 1) return 1;
    using Score = std::tuple<double, int, Index>;
    std::vector<Score> scores;
    for (Index const size : sizes_from(least)) {
        double mixed = 0;
        for (DimMapping const& mapping : mappings) mixed += mixed_share(cut_into_cells(mapping, size));
        scores.emplace_back(mixed, roughness(size), size);
    }
    return std::get<Index>(*std::ranges::min_element(scores));
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
