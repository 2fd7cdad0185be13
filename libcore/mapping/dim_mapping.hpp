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

/// A partition of [0, extent) among `coords()` coordinates, independent of the format, template or alignment it came from.
///
/// Representation: a formula (for block, cyclic and their like), which costs the same for any number of coordinates; else the
/// segments of one period (start and owner, ascending), and the runs of each coordinate. Adjacent segments of a period have
/// different owners, but the last segment and the first may have the same. Code that uses this class does not see the original
/// format. Immutable and cheap to copy. Building it costs the segments of one period at most, never the extent. The period is the
/// extent for all formats but cyclic, and also if one coordinate owns everything. For cyclic(m) it is m*coords, or the extent if
/// that is smaller. An empty dimension has period 1 and no segments.
class DimMapping {
  public:
    struct Segment {
        Run run;
        Index owner = 0;
    };

    /// Returns the mapping of a `*` dimension: one coordinate owns everything.
    [[nodiscard]] static DimMapping whole(Index extent);

    /// Distributes [0, extent) over `coords` coordinates. block without size means block(ceil(N/P)), as Thakur defines it.
    /// Errors (as in HPF): block(m) with m*coords < extent; m < 1; gen_block sizes that are negative, whose number is not `coords`,
    /// or whose sum is not the extent; indirect owners whose number is not `extent` or that lie outside [0, coords).
    [[nodiscard]] static Result<DimMapping> distributed(DistFormat const& format, Index extent, Index coords);

    /// Returns the mapping of k in [0, count) where the owner of start + step*k owns k. It serves alignment, sections and reversal.
    /// Preconditions: all indices start + step*k lie in [0, extent); step != 0. The period of the result is
    /// period() / gcd(period(), |step|), or the count if that is smaller. Cost: the segments that k meets in one period of the
    /// result.
    [[nodiscard]] DimMapping preimage(Index start, Index step, Index count) const;

    /// Merges coordinates: group[c] owns what coordinate c owned. `group` has coords() entries in [0, groups).
    /// Cost: the segments of one period.
    [[nodiscard]] DimMapping grouped(std::span<Index const> group, Index groups) const;

    /// Most segments of a period that product() lists. A list of so many takes about 40 MiB.
    static constexpr Index most_listed = Index{1} << 20;

    /// Returns the mapping of the positions i + fast.extent() * j, for an index i of `fast` and j of `slow`. The coordinate is
    /// likewise c + fast.coords() * d. If `fast` has one coordinate or `slow` has one owner, the result has a formula if the other
    /// has one. Else the period is fast.extent() * slow.period(), and its segments are listed. Error: more than most_listed
    /// segments. Preconditions: the products of the extents and of the coordinates are at most max_extent.
    [[nodiscard]] static Result<DimMapping> product(DimMapping const& fast, DimMapping const& slow);

    [[nodiscard]] Index extent() const { return extent_; }
    [[nodiscard]] Index coords() const { return coords_; }
    [[nodiscard]] Index period() const { return period_; }
    [[nodiscard]] Index segments_per_period() const;

    [[nodiscard]] Index owner(Index index) const; ///< precondition: 0 <= index < extent()
    /// Returns the consecutive indices around `index` that have the same owner. Segments of adjacent periods are not merged.
    [[nodiscard]] Segment segment_at(Index index) const;
    [[nodiscard]] PeriodicSet owned(Index coord) const; ///< precondition: 0 <= coord < coords(); the set may be empty
    [[nodiscard]] Index count(Index coord) const;       ///< the same as owned(coord).count(), without building the set

    /// Compares the partitions: equal extents and coordinates, and the same owner of every index. The original formats do not
    /// matter. Cost: the segments of one period of each.
    friend bool operator==(DimMapping const& a, DimMapping const& b);

  private:
    struct Table; // the owners of one period
    DimMapping(Table table, Index period, Index extent, Index coords);

    /// Returns the mapping in which each index becomes `factor` consecutive ones.
    [[nodiscard]] DimMapping stretched(Index factor) const;

    std::shared_ptr<Table const> table_;
    Index extent_ = 0;
    Index coords_ = 1;
    Index period_ = 1;
};

} // namespace tessera
