// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the offsets of one axis of a box on both sides of a copy, as a short list of strided segments.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <vector>

namespace tessera {

/// One side of a copy along one axis: a rule that gives each index k an offset, in a unit of the caller's choice.
class AxisSide {
  public:
    /// The j-th element of the moved set is at offset j * stride, as in a message buffer.
    [[nodiscard]] static AxisSide dense(Index stride);
    /// Index k is at offset (start + step * k) * stride, as in an array that is stored whole.
    [[nodiscard]] static AxisSide affine(Index start, Index step, Index stride);
    /// Index k is at offset owned.position(start + step * k) * stride, as in a rank's local part. All moved indices must be
    /// owned.
    [[nodiscard]] static AxisSide stored(PeriodicSet owned, Index start, Index step, Index stride);
    /// For the chunks of a file. Index k is element e = start + step * k >= 0 of an axis cut into cells of `cell` >= 1
    /// elements. Elements are `stride` apart within a cell; cells begin `cell_stride` apart.
    [[nodiscard]] static AxisSide in_cells(Index start, Index step, Index cell, Index stride, Index cell_stride);

    /// Returns the distance between neighbours. It does not depend on |step|, because owned elements are stored densely.
    [[nodiscard]] Index stride() const { return stride_; }

    /// Consecutive elements with a constant offset step.
    struct StridedRun {
        Index offset = 0;
        Index step = 0;
        Index count = 0;
    };
    /// Returns the elements with constant step from k on. k is the `ordinal`-th element of the moved set, followed by limit -
    /// 1 >= 0 consecutive ones. 1 <= count <= limit.
    [[nodiscard]] StridedRun stretch(Index k, Index ordinal, Index limit) const;
    /// Returns a distance in k after which the offsets of a periodic set repeat, up to a constant. It is at most the size of
    /// `bounds`. Precondition: `bounds` contains all k and is not empty.
    [[nodiscard]] Index period(Run bounds) const;

  private:
    enum class Kind { Dense, Affine, Stored, InCells };
    AxisSide(Kind kind, PeriodicSet owned, Index start, Index step, Index stride);
    [[nodiscard]] Index neighbours(Index index, Index limit) const;
    [[nodiscard]] StridedRun stretch_in_cell(Index index, Index limit) const;
    [[nodiscard]] Index period_of_cells(Run bounds) const;

    Kind kind_;
    PeriodicSet owned_;
    Index start_;
    Index step_;
    Index stride_;
    Index cell_ = 1;        // for InCells
    Index cell_stride_ = 0; // for InCells
};

/// A strided segment: `count` elements, `step` apart; the whole repeats `repeat` times, `stride` apart. Has offsets on both
/// sides.
struct StridedCopy {
    Index from = 0;
    Index to = 0;
    Index count = 1;
    Index from_step = 0;
    Index to_step = 0;
    Index repeat = 1;
    Index from_stride = 0;
    Index to_stride = 0;

    [[nodiscard]] Index elements() const { return count * repeat; }
    friend bool operator==(StridedCopy const&, StridedCopy const&) = default;
};

/// Segments that repeat `repeat` times, shifted by constant strides. They describe one joint period of two mappings.
struct Pattern {
    std::vector<StridedCopy> segments;
    Index repeat = 1;
    Index from_stride = 0;
    Index to_stride = 0;
};

/// All elements of an axis, in a few patterns. The size depends on the runs of one joint period, never on the extent.
struct AxisMoves {
    std::vector<Pattern> patterns;
    Index count = 0; ///< total number of elements
};

/// Returns the moves of the elements of `set`. Their order need not be ascending.
[[nodiscard]] AxisMoves moves_of(PeriodicSet const& set, AxisSide const& from, AxisSide const& to);

/// Returns whether the axis is a single segment without repetition.
[[nodiscard]] bool is_simple(AxisMoves const& axis);

} // namespace tessera
