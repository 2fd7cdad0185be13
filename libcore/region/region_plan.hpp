// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what travels when a region is collected from the ranks of an array, or brought back to them (Coelho 1995, section 2).
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

/// A message of the redistribution between the two mappings, cut to the region: boxes of 0-based indices in the order of memory,
/// which both ends go through alike.
struct RegionMessage {
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
    Index from_position = 0;
    Index to_position = 0;
    std::vector<BoxSet> boxes;
};

/// The elements of a region, from one mapping of their array to another. Where the source has copies one of them sends (the
/// receiver's own if it has one), and each holder in the target receives.
class RegionPlan {
  public:
    /// Values: as of region.bound(). Error: the mappings are of arrays with other extents or element sizes.
    [[nodiscard]] static Result<RegionPlan> make(Region const& region, std::vector<Index> const& values, Mapping source,
                                                 Mapping target);

    [[nodiscard]] RedistPlan const& whole() const { return whole_; }          ///< of all elements of the array
    [[nodiscard]] std::vector<BoxSet> const& boxes() const { return boxes_; } ///< the region
    [[nodiscard]] Index elements() const;                                     ///< of the region, each once

    /// What a rank sends (receives), ascending partner, its own copies included; nothing without elements.
    [[nodiscard]] std::vector<RegionMessage> sends(Rank rank) const;
    [[nodiscard]] std::vector<RegionMessage> receives(Rank rank) const;

    /// Messages between different ranks, and their elements.
    struct Totals {
        Index messages = 0;
        Index elements = 0;
    };
    [[nodiscard]] Totals totals() const;

    /// The one rank that holds the whole source, where every rank of the target gets the whole region: a broadcast.
    [[nodiscard]] std::optional<Rank> broadcast_root() const;

  private:
    RegionPlan(RedistPlan whole, std::vector<BoxSet> boxes) : whole_(std::move(whole)), boxes_(std::move(boxes)) {}
    [[nodiscard]] std::vector<RegionMessage> cut(std::vector<Message> const& messages) const;

    RedistPlan whole_;
    std::vector<BoxSet> boxes_;
};

/// The I/O processors of the mapping's arrangement, where the job has some; else null.
[[nodiscard]] IoDistribution const* io_distribution_of(Job const& job, Mapping const& mapping);

/// Who does the I/O for an array: `host` alone or, where the job distributes the array's processors to I/O processors (Fig. 15),
/// these, each for the elements of the processors attached to it; of copies the first counts.
[[nodiscard]] Result<Mapping> io_mapping(Job const& job, Mapping const& mapping, std::optional<Rank> host);

/// The rank that does the I/O for each processor, by its position in the mapping's grid.
[[nodiscard]] Result<std::vector<Rank>> io_hosts(Job const& job, Mapping const& mapping, std::optional<Rank> host);

} // namespace tessera
