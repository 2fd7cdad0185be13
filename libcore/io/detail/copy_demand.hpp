// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a copy for different shapes of its parts.
#pragma once

#include "libcore/io/copy_parts.hpp"
#include "libcore/io/copy_plan.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tessera {

/// Sums over all parts of the chunks of a file that they touch along one dimension.
struct ChunkMeeting {
    double chunks = 0; ///< number of touched chunks
    double span = 0;   ///< number of indices from the first needed one to the last, chunk by chunk
    double parts = 1;
};

/// The demand of both sides of one task. A search requests thousands of shapes of parts with few lengths along each dimension. So
/// the contribution of each length is computed once and cached.
class CopyDemand {
  public:
    /// `task` must outlive the object.
    explicit CopyDemand(CopyTask const& task) : task_(task) {}

    [[nodiscard]] IoDemand of_reading(CopyParts const& parts, Index largest_gap);
    [[nodiscard]] IoDemand of_writing(CopyParts const& parts);

  private:
    /// For each dimension of a file, the cuts asked so far. They are few, so a list is searched faster than a map.
    using Met = std::vector<std::vector<std::pair<DimCut, ChunkMeeting>>>;
    /// `line`: the place of the cut's indices along that dimension.
    static ChunkMeeting const& meeting(Met& met, StoredShape const& file, std::size_t dim, DimCut const& cut, CopySide const& line);

    CopyTask const& task_;
    Met read_;
    Met written_;
    std::vector<ChunkMeeting> meetings_; // of one question
};

} // namespace tessera
