// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of a box as nested loops over its axes, with their offsets on both sides of a copy.
#include "libcore/runtime/move/copy/loop_nest.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tessera {

namespace {

struct Axis {
    AxisMoves moves;
    Index from_unit = 0;
    Index to_unit = 0;
};

/// Returns `inner` repeated at every element of `outer`, as one segment. Empty if that needs a third level.
std::optional<StridedCopy> nested(StridedCopy const& inner, StridedCopy const& outer) {
    StridedCopy result = outer;
    result.from += inner.from;
    result.to += inner.to;
    result.from_step = inner.from_step;
    result.to_step = inner.to_step;
    result.count = inner.count;
    bool const goes_on =
        outer.count == 1 || (outer.from_step == inner.count * inner.from_step && outer.to_step == inner.count * inner.to_step);
    if (goes_on) {
        result.count *= outer.count;
        return result;
    }
    if (outer.repeat != 1) return std::nullopt;
    result.repeat = outer.count;
    result.from_stride = outer.from_step;
    result.to_stride = outer.to_step;
    return result;
}

/// Returns the two axes as one. Empty if the inner axis is no single segment, or if a segment would need a third level.
std::optional<AxisMoves> joined(AxisMoves const& inner, AxisMoves const& outer) {
    if (!is_simple(inner)) return std::nullopt;
    AxisMoves result = outer;
    result.count *= inner.count;
    for (Pattern& pattern : result.patterns) {
        for (StridedCopy& segment : pattern.segments) {
            auto const both = nested(inner.patterns[0].segments[0], segment);
            if (!both) return std::nullopt;
            segment = *both;
        }
    }
    return result;
}

void turn(Pattern& pattern) {
    std::swap(pattern.from_stride, pattern.to_stride);
    for (StridedCopy& segment : pattern.segments) {
        std::swap(segment.from, segment.to);
        std::swap(segment.from_step, segment.to_step);
        std::swap(segment.from_stride, segment.to_stride);
    }
}

} // namespace

LoopNest::LoopNest(std::span<LoopDim const> dims, Index from_base, Index to_base) : from_base_(from_base), to_base_(to_base) {
    std::vector<Axis> axes;
    for (LoopDim const& dim : dims) {
        AxisMoves moves = moves_of(dim.set, dim.from, dim.to);
        elements_ *= moves.count;
        if (elements_ == 0) return;
        if (moves.count == 1) {
            from_base_ += moves.patterns[0].segments[0].from;
            to_base_ += moves.patterns[0].segments[0].to;
        } else {
            axes.push_back({std::move(moves), dim.from.stride(), dim.to.stride()});
        }
    }
    if (axes.empty()) axes.push_back({{{{{StridedCopy{}}}}, 1}});
    std::stable_sort(axes.begin(), axes.end(), [](Axis const& a, Axis const& b) { return a.to_unit > b.to_unit; });
    auto const by_from = [](Axis const& a, Axis const& b) { return a.from_unit < b.from_unit; };
    auto const fastest = std::min_element(axes.begin(), axes.end(), by_from);
    transposed_ = fastest + 1 != axes.end() && fastest->from_unit < axes.back().from_unit;
    if (transposed_) std::rotate(fastest, fastest + 1, axes.end() - 1);
    for (Axis& axis : axes) axes_.push_back(std::move(axis.moves));
    if (!transposed_) collapse();
}

LoopNest LoopNest::reversed() const {
    LoopNest turned = *this;
    std::swap(turned.from_base_, turned.to_base_);
    for (AxisMoves& axis : turned.axes_)
        for (Pattern& pattern : axis.patterns) turn(pattern);
    return turned;
}

void LoopNest::collapse() {
    while (axes_.size() > 1) {
        auto both = joined(axes_.back(), axes_[axes_.size() - 2]);
        if (!both) return;
        axes_.pop_back();
        axes_.back() = std::move(*both);
    }
}

} // namespace tessera
