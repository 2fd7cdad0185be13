// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which coordinate of a processor dimension owns each index of one dimension.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// A partition of [0, extent) among `coords()` coordinates, whatever format, template or alignment it came from.
///
/// Representation: the segments of one period (start and owner, ascending; neighbours have different owners, except across the
/// period), and for each coordinate its runs. Every format becomes this, and later rooms do not know which it was.
/// Immutable and cheap to copy. Building it costs the segments of one period, never the extent.
/// The period is the extent for block, gen_block and indirect, and where one coordinate owns everything; it is m*coords for
/// cyclic(m), or the extent if that is smaller. An empty dimension has period 1 and no segments.
class DimMapping {
  public:
    struct Segment {
        Run run;
        Index owner = 0;
    };

    /// One coordinate that owns everything: a `*` dimension.
    [[nodiscard]] static DimMapping whole(Index extent);

    /// A format over [0, extent) on `coords` coordinates. block: the Thakur definition, block(ceil(N/P)).
    /// Errors (HPF's): block(m) with m*coords < extent; m < 1; gen_block sizes negative, not `coords` many or not summing to
    /// the extent; indirect owners not `extent` many or outside [0, coords).
    [[nodiscard]] static Result<DimMapping> distributed(DistFormat const& format, Index extent, Index coords);

    /// The mapping of k in [0, count) that gives k the owner of start + step*k: alignment, sections and reversal alike.
    /// Precondition: all those indices lie in [0, extent); step != 0. Cost: the segments that k meets in one period of the answer,
    /// whose length is period() / gcd(period(), |step|), or the count if that is smaller.
    [[nodiscard]] DimMapping preimage(Index start, Index step, Index count) const;

    /// Coordinates taken together: what coordinate c owns, coordinate group[c] owns now. `group`: coords() entries in
    /// [0, groups). Cost: the segments of one period.
    [[nodiscard]] DimMapping grouped(std::span<Index const> group, Index groups) const;

    [[nodiscard]] Index extent() const { return extent_; }
    [[nodiscard]] Index coords() const { return coords_; }
    [[nodiscard]] Index period() const { return period_; }
    [[nodiscard]] Index segments_per_period() const;

    [[nodiscard]] Index owner(Index index) const; ///< 0 <= index < extent()
    /// The consecutive indices around `index` with its owner; those of neighbouring periods are not merged.
    [[nodiscard]] Segment segment_at(Index index) const;
    [[nodiscard]] PeriodicSet owned(Index coord) const; ///< 0 <= coord < coords(); may be empty
    [[nodiscard]] Index count(Index coord) const;       ///< owned(coord).count(), without building the set

    /// The same partition: equal extents and coordinates, and the same owner of every index. How it came about does not
    /// matter. Cost: the segments of one period of each.
    friend bool operator==(DimMapping const& a, DimMapping const& b);

  private:
    struct Table; // segments and per-coordinate runs of one period
    DimMapping(Table table, Index period, Index extent, Index coords);

    std::shared_ptr<Table const> table_;
    Index extent_ = 0;
    Index coords_ = 1;
    Index period_ = 1;
};

} // namespace tessera
