// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the positions of a context as points of a grid, and the addresses of boxes of this grid elsewhere.
#include "libcore/comm/context/context_grid.hpp"

#include "libcore/base/require.hpp"
#include "libcore/sets/run_walk.hpp"

#include <cstdlib>
#include <limits>
#include <utility>

namespace tessera {
namespace {

/// The stride of a dimension of extent 1, whose index is always 0.
constexpr Index endless = std::numeric_limits<Index>::max();

GridRun turned_around(GridRun const& run, Index extent) {
    return {extent - run.here - run.count, -(run.there + run.count - 1), run.count};
}

} // namespace

std::vector<GridRun> grid_runs(PeriodicSet const& set, PeriodicSet const& stored, Index distance) {
    std::vector<GridRun> runs;
    Index there = 0;
    for (RunWalk walk(set); !walk.done(); walk.next()) {
        Run const run = walk.run();
        Index const here = stored.position(run.begin + distance);
        if (!runs.empty() && runs.back().here + runs.back().count == here)
            runs.back().count += run.size();
        else
            runs.push_back({here, there, run.size()});
        there += run.size();
    }
    return runs;
}

std::vector<GridRun> reversed_runs(std::vector<GridRun> runs) {
    for (GridRun& run : runs) std::swap(run.here, run.there);
    return runs;
}

Extents dense_strides(Extents const& shape, std::span<int const> fastest_first) {
    Extents strides(shape.size(), 1);
    Index stride = 1;
    for (int const d : fastest_first) {
        strides[as_size(d)] = stride;
        stride *= shape[as_size(d)];
    }
    return strides;
}

ContextGrid::ContextGrid(Extents const& shape, GridAddresses const& numbers, GridAddresses memory)
    : lowest_(numbers.first), memory_{{}, memory.first} {
    require(numbers.strides.size() == shape.size() && memory.strides.size() == shape.size(),
            "ContextGrid expects a stride for each dimension");
    for (std::size_t d = 0; d < shape.size(); ++d) {
        empty_ = empty_ || shape[d] == 0;
        Index const stride = shape[d] > 1 ? numbers.strides[d] : endless;
        dims_.push_back({shape[d], std::abs(stride), d, stride < 0});
        if (stride < 0) lowest_ += (shape[d] - 1) * stride;
    }
    std::ranges::stable_sort(dims_, {}, &Dim::stride);
    if (dims_.empty() || dims_.front().stride != 1) dims_.insert(dims_.begin(), Dim{1, 1, added, false});
    for (Dim const& dim : dims_) {
        Index const stride = dim.number == added ? 1 : memory.strides[dim.number];
        memory_.strides.push_back(dim.backwards ? -stride : stride);
        if (dim.backwards) memory_.first += (dim.extent - 1) * stride;
    }
}

void ContextGrid::add(GridBox box) {
    GridBox arranged{{}, {{}, box.there.first}};
    for (Dim const& dim : dims_) {
        if (dim.number == added) {
            arranged.dims.push_back({{0, 0, 1}});
            arranged.there.strides.push_back(1);
            continue;
        }
        std::vector<GridRun>& runs = arranged.dims.emplace_back(std::move(box.dims[dim.number]));
        Index const stride = box.there.strides[dim.number];
        arranged.there.strides.push_back(dim.backwards ? -stride : stride);
        if (!dim.backwards) continue;
        for (GridRun& run : runs) run = turned_around(run, dim.extent);
        std::ranges::reverse(runs);
    }
    boxes_.push_back(std::move(arranged));
}

void ContextGrid::Walk::enter_row_of(Index position) {
    met_.clear();
    Index rest = position - grid_.lowest_;
    row_ = {position, rest < 0 ? grid_.lowest_ : endless};
    if (rest < 0 || grid_.empty_) return;
    for (std::size_t d = grid_.dims_.size(); d-- > 0;) {
        Dim const& dim = grid_.dims_[d];
        index_[d] = rest / dim.stride;
        if (index_[d] >= dim.extent) return; // after the last point, before the next index of a slower dimension
        rest %= dim.stride;
        if (dim.stride != endless) row_.end = position - rest + dim.stride;
    }
    row_ = {position - index_.front(), position - index_.front() + grid_.dims_.front().extent};
    memory_ = grid_.memory_.first;
    for (std::size_t d = 1; d < index_.size(); ++d) memory_ += index_[d] * grid_.memory_.strides[d];
    meet_boxes();
}

void ContextGrid::Walk::meet_boxes() {
    for (std::size_t number = 0; number < grid_.boxes_.size(); ++number) {
        GridBox const& box = grid_.boxes_[number];
        Met met{number, box.there.first};
        bool inside = true;
        for (std::size_t d = 1; inside && d < index_.size(); ++d) {
            auto const run = std::ranges::upper_bound(box.dims[d], index_[d], {}, &GridRun::here);
            inside = run != box.dims[d].begin() && index_[d] < std::prev(run)->here + std::prev(run)->count;
            if (inside) met.there += (std::prev(run)->there + index_[d] - std::prev(run)->here) * box.there.strides[d];
        }
        if (inside) met_.push_back(met);
    }
}

} // namespace tessera
