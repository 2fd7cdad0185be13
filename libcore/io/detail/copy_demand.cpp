// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a copy for different shapes of its parts.
#include "libcore/io/detail/copy_demand.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// One of the nested loops over a file: `count` steps of `stride` bytes.
struct Level {
    double count = 1;
    double stride = 0;
};

/// Returns the cost of a part of the file with these loops, fastest first. The innermost elements are `span` bytes long.
IoDemand demand_of(std::vector<Level> const& levels, double span, double largest_gap) {
    double requests = 1;
    for (Level const& level : levels) {
        if (level.count <= 1) continue;
        bool const together = requests == 1 && level.stride - span <= largest_gap;
        if (together) {
            span += (level.count - 1) * level.stride;
        } else {
            requests *= level.count;
        }
    }
    return {requests, requests * span};
}

ChunkMeeting met_by(DimCut const& cut, CopySide const& source, Index extent, Index chunk) {
    constexpr Index most_looked_at = 512; // limit of the examined parts; others are similar
    Index const looked_at = std::min(cut.count(), most_looked_at);
    ChunkMeeting sum{.parts = static_cast<double>(cut.count())};
    for (Index number = 0; number < looked_at; ++number) {
        Run const range = cut.range(number);
        Index const a = source.start + source.step * range.begin;
        Index const b = source.start + source.step * (range.end - 1);
        Index const low = std::min(a, b);
        Index high = std::max(a, b);
        if (high + 1 == extent) high = ceil_div(extent, chunk) * chunk - 1; // the last chunk is stored whole
        sum.chunks += static_cast<double>(high / chunk - low / chunk + 1);
        sum.span += static_cast<double>(high - low + 1);
    }
    double const scale = static_cast<double>(cut.count()) / static_cast<double>(std::max<Index>(looked_at, 1));
    sum.chunks *= scale;
    sum.span *= scale;
    return sum;
}

/// Returns the loops over the chunks and within each chunk, for an average part.
std::vector<Level> levels_of(StoredShape const& file, std::vector<ChunkMeeting> const& meetings, Index element_bytes) {
    std::vector<Level> levels;
    levels.reserve(2 * file.permutation.size());
    double stride = static_cast<double>(element_bytes);
    for (int const dim : file.permutation) {
        auto const d = as_size(dim);
        levels.push_back({meetings[d].span / meetings[d].chunks, stride});
        stride *= static_cast<double>(file.chunk[d]);
    }
    for (int const dim : file.permutation) {
        auto const d = as_size(dim);
        levels.push_back({meetings[d].chunks / meetings[d].parts, stride});
        stride *= static_cast<double>(ceil_div(file.extents[d], file.chunk[d]));
    }
    return levels;
}

IoDemand total_demand(StoredShape const& file, std::vector<ChunkMeeting> const& meetings, Index element_bytes, double largest_gap) {
    double parts = 1;
    for (ChunkMeeting const& m : meetings) parts *= m.parts;
    if (parts == 0) return {};
    std::vector<Level> levels = levels_of(file, meetings, element_bytes);
    double span = static_cast<double>(element_bytes);
    if (file.whole_chunks) {
        auto const dims = static_cast<std::ptrdiff_t>(file.permutation.size());
        for (Index const extent : file.chunk) span *= static_cast<double>(extent);
        levels.erase(levels.begin(), levels.begin() + dims);
    }
    IoDemand demand = demand_of(levels, span, largest_gap);
    demand.requests *= parts;
    demand.bytes *= parts;
    return demand;
}

} // namespace

ChunkMeeting const& CopyDemand::meeting(Met& met, StoredShape const& file, std::size_t dim, DimCut const& cut,
                                        CopySide const& line) {
    if (met.size() <= dim) met.resize(file.extents.size());
    auto& known = met[dim];
    auto const found = std::ranges::find(known, cut, &std::pair<DimCut, ChunkMeeting>::first);
    if (found != known.end()) return found->second;
    return known.emplace_back(cut, met_by(cut, line, file.extents[dim], file.chunk[dim])).second;
}

IoDemand CopyDemand::of_reading(CopyParts const& parts, Index largest_gap) {
    meetings_.assign(task_.source.extents.size(), {});
    for (std::size_t a = 0; a < task_.map.axes.size(); ++a) {
        CopyAxis const& axis = task_.map.axes[a];
        if (!axis.source) continue;
        auto const d = as_size(axis.source->dim);
        DimCut const cut = axis.target ? parts.dim(a) : DimCut(1, 1, 1);
        meetings_[d] = meeting(read_, task_.source, d, cut, *axis.source);
    }
    return total_demand(task_.source, meetings_, task_.element_bytes, static_cast<double>(largest_gap));
}

IoDemand CopyDemand::of_writing(CopyParts const& parts) {
    meetings_.resize(task_.target.extents.size());
    for (std::size_t d = 0; d < meetings_.size(); ++d)
        meetings_[d] = meeting(written_, task_.target, d, parts.dim(d), {static_cast<int>(d), 0, 1});
    return total_demand(task_.target, meetings_, task_.element_bytes, 0);
}

} // namespace tessera
