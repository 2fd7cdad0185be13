// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages that collect a region from the ranks of an array, or bring it back (Coelho 1995, section 2).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/region/region.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/spec/job.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// A message of the redistribution between two mappings, restricted to the region: boxes of 0-based indices in the order of memory.
/// Sender and receiver visit them in the same order.
struct RegionMessage {
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
    Index from_position = 0;
    Index to_position = 0;
    std::vector<BoxSet> boxes;
};

/// The transfer of a region's elements from one mapping of their array to another. If the source has copies, one of them sends (the
/// receiver's own if it has one). Each holder in the target receives.
class RegionPlan {
  public:
    /// Makes the plan. `values`: from region.bound(). Error: the mappings are of arrays with different extents or element sizes.
    [[nodiscard]] static Result<RegionPlan> make(Region const& region, std::vector<Index> const& values, Mapping source,
                                                 Mapping target);

    [[nodiscard]] RedistPlan const& whole() const { return whole_; }          ///< plan of all elements of the array
    [[nodiscard]] std::vector<BoxSet> const& boxes() const { return boxes_; } ///< boxes of the region
    [[nodiscard]] Index elements() const;                                     ///< elements of the region, each counted once

    /// Returns the messages that a rank sends (receives), by ascending partner, including its own copies. Empty messages are left
    /// out.
    [[nodiscard]] std::vector<RegionMessage> sends(Rank rank) const;
    [[nodiscard]] std::vector<RegionMessage> receives(Rank rank) const;

    /// Number of messages between different ranks, and of their elements.
    struct Totals {
        Index messages = 0;
        Index elements = 0;
    };
    [[nodiscard]] Totals totals() const;

    /// Returns the rank that holds the whole source, if every rank of the target gets the whole region. The transfer is then a
    /// broadcast.
    [[nodiscard]] std::optional<Rank> broadcast_root() const;

  private:
    RegionPlan(RedistPlan whole, std::vector<BoxSet> boxes) : whole_(std::move(whole)), boxes_(std::move(boxes)) {}
    [[nodiscard]] std::vector<RegionMessage> cut(std::vector<Message> const& messages) const;

    RedistPlan whole_;
    std::vector<BoxSet> boxes_;
};

/// Returns the I/O processors of the mapping's arrangement, or null if the job has none.
[[nodiscard]] IoDistribution const* io_distribution_of(Job const& job, Mapping const& mapping);

/// Returns the mapping of an array to the ranks that do its I/O: `host` alone or, if the job distributes the array's processors to
/// I/O processors (Fig. 15), these. Each I/O processor has the elements of its attached processors. The first of several copies
/// counts.
[[nodiscard]] Result<Mapping> io_mapping(Job const& job, Mapping const& mapping, std::optional<Rank> host);

/// Returns the rank that does the I/O for each processor, by its position in the mapping's grid.
[[nodiscard]] Result<std::vector<Rank>> io_hosts(Job const& job, Mapping const& mapping, std::optional<Rank> host);

} // namespace tessera
