// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the elements of one axis of a box lie on both sides of a copy, as a short list of strided segments.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <vector>

namespace tessera {

/// One side of a copy along one axis: the rule that gives each index k of the axis an offset, in units of the caller's choice.
class AxisSide {
  public:
    /// The j-th element of the moved set lies at j * stride: a message buffer.
    [[nodiscard]] static AxisSide dense(Index stride);
    /// Index k lies at (start + step * k) * stride: an array that is stored whole.
    [[nodiscard]] static AxisSide affine(Index start, Index step, Index stride);
    /// Index k lies at owned.position(start + step * k) * stride: a rank's local part. All moved indices must be owned.
    [[nodiscard]] static AxisSide stored(PeriodicSet owned, Index start, Index step, Index stride);
    /// Index k lies where start + step * k >= 0 lies in an axis cut into cells of `cell` >= 1 neighbours, `stride` apart within a
    /// cell; cells begin `cell_stride` apart: the chunks of a file.
    [[nodiscard]] static AxisSide in_cells(Index start, Index step, Index cell, Index stride, Index cell_stride);

    /// Distance between neighbours: |step| does not count, since owned neighbours are dense whatever the step.
    [[nodiscard]] Index stride() const { return stride_; }

    /// Elements from index k on whose offsets grow by one constant step.
    struct Stretch {
        Index offset = 0;
        Index step = 0;
        Index count = 0;
    };
    /// k: the `ordinal`-th element of the moved set, followed by limit - 1 >= 0 consecutive ones. 1 <= count <= limit.
    [[nodiscard]] Stretch stretch(Index k, Index ordinal, Index limit) const;
    /// A distance in k after which the offsets of a periodic set repeat, shifted by a constant. At most the size of `bounds`, which
    /// hold all k and are not empty.
    [[nodiscard]] Index period(Run bounds) const;

  private:
    enum class Kind { Dense, Affine, Stored, InCells };
    AxisSide(Kind kind, PeriodicSet owned, Index start, Index step, Index stride);
    [[nodiscard]] Index neighbours(Index index, Index limit) const;
    [[nodiscard]] Stretch stretch_in_cell(Index index, Index limit) const;
    [[nodiscard]] Index period_of_cells(Run bounds) const;

    Kind kind_;
    PeriodicSet owned_;
    Index start_;
    Index step_;
    Index stride_;
    Index cell_ = 1;        // of InCells
    Index cell_stride_ = 0; // of InCells
};

/// `count` elements, `step` apart, and all of them `repeat` times, `stride` apart; offsets on both sides.
struct Segment {
    Index from = 0;
    Index to = 0;
    Index count = 1;
    Index from_step = 0;
    Index to_step = 0;
    Index repeat = 1;
    Index from_stride = 0;
    Index to_stride = 0;

    [[nodiscard]] Index elements() const { return count * repeat; }
    friend bool operator==(Segment const&, Segment const&) = default;
};

/// Segments that recur `repeat` times, shifted by constant strides: what one joint period of two mappings looks like.
struct Pattern {
    std::vector<Segment> segments;
    Index repeat = 1;
    Index from_stride = 0;
    Index to_stride = 0;
};

/// Every element of an axis, in at most a handful of patterns. Its size follows the runs of one joint period, never the extent.
struct AxisMoves {
    std::vector<Pattern> patterns;
    Index count = 0; ///< elements in all
};

/// The moves of the elements of `set`. Elements are visited in an order that need not be ascending.
[[nodiscard]] AxisMoves moves_of(PeriodicSet const& set, AxisSide const& from, AxisSide const& to);

/// Is it a single segment without repetition?
[[nodiscard]] bool is_simple(AxisMoves const& axis);

} // namespace tessera
