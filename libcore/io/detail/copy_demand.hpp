// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a copy costs in parts of one shape or another.
#pragma once

#include "libcore/io/copy_parts.hpp"
#include "libcore/io/copy_plan.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tessera {

/// How parts meet the chunks of a file along one of its dimensions: sums over all parts.
struct ChunkMeeting {
    double chunks = 0; ///< chunks met
    double span = 0;   ///< indices from the first needed to the last, chunk by chunk
    double parts = 1;
};

/// The demand of both sides of one task. A search asks for thousands of shapes of parts that have few lengths along each dimension:
/// what a length adds is counted once, and kept.
class CopyDemand {
  public:
    /// `task` must outlive it.
    explicit CopyDemand(CopyTask const& task) : task_(task) {}

    [[nodiscard]] IoDemand of_reading(CopyParts const& parts, Index largest_gap);
    [[nodiscard]] IoDemand of_writing(CopyParts const& parts);

  private:
    /// What is known of a dimension of a file: ways to cut it, a few of which are looked through faster than a map.
    using Met = std::vector<std::vector<std::pair<DimCut, ChunkMeeting>>>;
    /// `line`: where the indices of the cut lie along that dimension.
    static ChunkMeeting const& meeting(Met& met, StoredShape const& file, std::size_t dim, DimCut const& cut, CopySide const& line);

    CopyTask const& task_;
    Met read_;
    Met written_;
    std::vector<ChunkMeeting> meetings_; // of one question
};

} // namespace tessera
