// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of a box as nested loops over its axes, with their offsets on both sides of a copy.
#pragma once

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Calls visit(from, to, segment) for every row. A row has `segment.count` elements and begins at offsets from and to.
template <class Visit>
void for_each_row(AxisMoves const& axis, Index from, Index to, Visit const& visit) {
    for (Pattern const& pattern : axis.patterns) {
        for (Index p = 0; p < pattern.repeat; ++p) {
            for (StridedCopy const& s : pattern.segments) {
                Index const segment_from = from + p * pattern.from_stride + s.from;
                Index const segment_to = to + p * pattern.to_stride + s.to;
                for (Index r = 0; r < s.repeat; ++r) visit(segment_from + r * s.from_stride, segment_to + r * s.to_stride, s);
            }
        }
    }
}

/// Calls visit(from, to) for every element of an axis.
template <class Visit>
void for_each_offset(AxisMoves const& axis, Index from, Index to, Visit const& visit) {
    for_each_row(axis, from, to, [&](Index row_from, Index row_to, StridedCopy const& row) {
        for (Index c = 0; c < row.count; ++c) visit(row_from + c * row.from_step, row_to + c * row.to_step);
    });
}

/// Calls visit(from, to) for the elements of an axis numbered `some`, in the order of for_each_offset. Cost: the number of
/// these elements and of the segments of a period.
template <class Visit>
void for_each_offset_of(AxisMoves const& axis, Run some, Index from, Index to, Visit const& visit) {
    Index first = 0; // number of the pattern's first element
    for (Pattern const& pattern : axis.patterns) {
        if (some.end <= first) return;
        Index period = 0;
        for (StridedCopy const& s : pattern.segments) period += s.elements();
        Index const begin = std::clamp<Index>((some.begin - first) / period, 0, pattern.repeat);
        Index const end = std::clamp<Index>(ceil_div(some.end - first, period), begin, pattern.repeat);
        for (Index p = begin; p < end; ++p) {
            Index number = first + p * period;
            for (StridedCopy const& s : pattern.segments) {
                Index const last = std::min(some.end - number, s.elements());
                for (Index i = std::max<Index>(some.begin - number, 0); i < last; ++i)
                    visit(from + p * pattern.from_stride + s.from + i / s.count * s.from_stride + i % s.count * s.from_step,
                          to + p * pattern.to_stride + s.to + i / s.count * s.to_stride + i % s.count * s.to_step);
                number += s.elements();
            }
        }
        first += pattern.repeat * period;
    }
}

/// One axis of a box with both sides.
struct LoopDim {
    PeriodicSet set;
    AxisSide from;
    AxisSide to;
};

/// Loops over the axes of a box. The innermost axis has the closest neighbours on the `to` side. The next axis has the closest
/// neighbours on the `from` side; if the two differ, they can be tiled. Each side's offsets have the caller's unit (bytes for
/// copies, linear indices for numbering).
class LoopNest {
  public:
    /// from_base, to_base: the offsets added to those of all axes.
    LoopNest(std::span<LoopDim const> dims, Index from_base, Index to_base);

    /// Returns the same loops with the two sides exchanged. Their order does not change.
    [[nodiscard]] LoopNest reversed() const;

    [[nodiscard]] Index elements() const { return elements_; }
    [[nodiscard]] Index from_base() const { return from_base_; }
    [[nodiscard]] Index to_base() const { return to_base_; }
    /// Returns the axes, outermost first; at least one unless elements() == 0.
    [[nodiscard]] std::span<AxisMoves const> axes() const { return axes_; }
    /// Returns whether the two innermost loops run along the closest neighbours of different sides.
    [[nodiscard]] bool transposed() const { return transposed_; }

    /// Calls visit(from, to) for every element of the `outer` outermost axes.
    template <class Visit>
    void for_each_outer(std::size_t outer, Visit const& visit) const {
        if (elements_ > 0) descend(0, outer, from_base_, to_base_, visit);
    }

    /// Calls visit as for_each_outer, for those elements of the outermost axis that are numbered `some`. Precondition: outer >
    /// 0.
    template <class Visit>
    void for_each_outer_of(Run some, std::size_t outer, Visit const& visit) const {
        if (elements_ == 0) return;
        for_each_offset_of(axes_.front(), some, from_base_, to_base_, [&](Index f, Index t) { descend(1, outer, f, t, visit); });
    }

    /// Calls visit(from, to, row) for every row of the innermost axis. Its row.count elements are from_step and to_step apart.
    template <class Visit>
    void for_each_row(Visit const& visit) const {
        if (elements_ == 0) return;
        for_each_outer(axes_.size() - 1, [&](Index from, Index to) { tessera::for_each_row(axes_.back(), from, to, visit); });
    }

    /// Calls visit(from, to) for every element.
    template <class Visit>
    void for_each(Visit const& visit) const {
        for_each_outer(axes_.size(), visit);
    }

  private:
    template <class Visit>
    void descend(std::size_t level, std::size_t outer, Index from, Index to, Visit const& visit) const {
        if (level == outer) {
            visit(from, to);
            return;
        }
        for_each_offset(axes_[level], from, to, [&](Index f, Index t) { descend(level + 1, outer, f, t, visit); });
    }
    void collapse();

    std::vector<AxisMoves> axes_;
    Index elements_ = 1;
    Index from_base_;
    Index to_base_;
    bool transposed_ = false;
};

} // namespace tessera
