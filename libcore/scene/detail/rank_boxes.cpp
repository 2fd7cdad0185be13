// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ranges of ranks as boxes of processor coordinates.
#include "libcore/scene/detail/rank_boxes.hpp"

#include <optional>

namespace tessera::detail {
namespace {

/// Returns the dimension along which `next` continues `box`, if all others are equal.
std::optional<std::size_t> joint(RankBox const& box, RankBox const& next) {
    std::optional<std::size_t> differs;
    for (std::size_t d = 0; d < box.size(); ++d) {
        if (box[d] == next[d]) continue;
        if (differs || box[d].end != next[d].begin) return std::nullopt;
        differs = d;
    }
    return differs;
}

} // namespace

std::vector<RankBox> boxes_of(ProcessorGrid const& grid, Run ranks) {
    std::vector<RankBox> boxes;
    for (Index rank = ranks.begin; rank < ranks.end; ++rank) {
        auto const position = grid.position(static_cast<Rank>(rank));
        if (!position) continue;
        RankBox& box = boxes.emplace_back(as_size(grid.dims()));
        for (int d = 0; d < grid.dims(); ++d) {
            Index const coord = grid.coordinate(*position, d);
            box[as_size(d)] = {coord, coord + 1};
        }
        // A complete line may complete a plane, and so on.
        while (boxes.size() > 1) {
            RankBox& before = boxes[boxes.size() - 2];
            auto const d = joint(before, boxes.back());
            if (!d) break;
            before[*d].end = boxes.back()[*d].end;
            boxes.pop_back();
        }
    }
    return boxes;
}

std::vector<std::vector<Index>> holding_coords(Mapping const& mapping) {
    ProcessorGrid const& grid = mapping.grid();
    std::vector<std::vector<Index>> holding;
    for (Index const extent : grid.extents()) holding.emplace_back(as_size(extent), 0);
    Extents const first(as_size(mapping.dims()), 0);
    for (Index copy = 0; copy < mapping.replicas(); ++copy) {
        Extents const coords = grid.coordinates(mapping.position_of(first, copy));
        for (std::size_t d = 0; d < coords.size(); ++d) holding[d][as_size(coords[d])] = 1;
    }
    for (int dim = 0; dim < mapping.dims(); ++dim)
        if (auto const followed = mapping.processor_dim(dim)) holding[as_size(*followed)].clear();
    return holding;
}

} // namespace tessera::detail
