// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy between an array and a message buffer that can be done slice by slice.
#include "libcore/runtime/move/copy/sliced_copy.hpp"

#include <algorithm>
#include <vector>

namespace tessera {

namespace {

std::vector<LoopDim> without(std::span<LoopDim const> dims, std::size_t axis) {
    std::vector<LoopDim> others(dims.begin(), dims.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
    return others;
}

/// Returns whether no other axis has elements further apart, on either side.
bool is_slowest(std::span<LoopDim const> dims, std::size_t axis) {
    return std::ranges::all_of(dims, [&](LoopDim const& each) {
        return each.set.count() <= 1 ||
               (each.from.stride() <= dims[axis].from.stride() && each.to.stride() <= dims[axis].to.stride());
    });
}

/// Returns whether each other axis has elements further apart on the `to` side, and one has neighbours there that are closer on
/// the `from` side.
bool is_transposed(std::span<LoopDim const> dims, std::size_t axis) {
    bool any = false;
    for (LoopDim const& each : dims) {
        if (&each == &dims[axis] || each.set.count() <= 1) continue;
        if (each.to.stride() <= dims[axis].to.stride() || each.from.stride() >= dims[axis].from.stride()) return false;
        any = true;
    }
    return any && dims[axis].set.count() > 1;
}

} // namespace

SlicedCopy::SlicedCopy(std::span<LoopDim const> dims, std::size_t slowest, Index from_base, Index to_base, Index element_bytes,
                       std::shared_ptr<BlockUpdater const> updater)
    : slowest_(moves_of(dims[slowest].set, dims[slowest].from, dims[slowest].to)),
      inner_(LoopNest(without(dims, slowest), from_base, to_base), element_bytes, updater), suits_(is_slowest(dims, slowest)) {
    if (!suits_ && is_transposed(dims, slowest)) tiles_.emplace(LoopNest(dims, from_base, to_base), element_bytes, updater);
    suits_ = suits_ || tiles_.has_value();
}

void SlicedCopy::run(Run slice, std::byte const* from, std::byte* to) const {
    if (tiles_) return tiles_->run_columns(slice, from, to);
    for_each_offset_of(slowest_, slice, 0, 0, [&](Index f, Index t) { inner_.run(from + f, to + t); });
}

} // namespace tessera
