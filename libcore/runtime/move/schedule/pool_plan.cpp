// SPDX-License-Identifier: BSD-3-Clause
// Tessera: assigns memory to data that lives for a few steps.
#include "libcore/runtime/move/schedule/pool_plan.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <numeric>

namespace tessera {

namespace {

constexpr Index cache_line = 64;

} // namespace

std::size_t PoolPlan::add(Index bytes, int first, int last) {
    regions_.push_back({ceil_div(bytes, cache_line) * cache_line, first, last, 0});
    return regions_.size() - 1;
}

void PoolPlan::use_until(std::size_t region, int last) {
    regions_[region].last = std::max(regions_[region].last, last);
}

std::vector<std::size_t> PoolPlan::by_first_step() const {
    std::vector<std::size_t> order(regions_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t region) { return regions_[region].first; });
    return order;
}

void PoolPlan::place() {
    std::vector<std::size_t> in_use; // by offset
    bytes_ = 0;
    for (std::size_t const number : by_first_step()) {
        Region& region = regions_[number];
        std::erase_if(in_use, [&](std::size_t other) { return regions_[other].last < region.first; });
        auto gap_end = in_use.begin();
        region.offset = 0;
        while (gap_end != in_use.end() && regions_[*gap_end].offset < region.offset + region.bytes) {
            region.offset = regions_[*gap_end].offset + regions_[*gap_end].bytes;
            ++gap_end;
        }
        in_use.insert(gap_end, number);
        bytes_ = std::max(bytes_, region.offset + region.bytes);
    }
}

} // namespace tessera
