// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one round of two-phase access: the ranks that access the file, and the messages they exchange.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/io_request.hpp"
#include "libcore/scene/files/file_map.hpp"

#include <vector>

namespace tessera {

struct FileRound {
    /// Sorted by sender, then receiver. For reads, aggregators send to the ranks that want data; for writes, ranks send to
    /// aggregators. Data that a rank accesses for itself is a message to itself.
    std::vector<IoMessage> messages;
    /// A rank that wants data from the file, or writes data to it.
    struct Share {
        Rank rank = 0;
        Index all = 0;  ///< bytes that it wants or writes in total
        Index done = 0; ///< bytes of `all` that were transferred up to the end of the round
        friend bool operator==(Share const&, Share const&) = default;
    };
    std::vector<Share> shares;  ///< ascending ranks
    std::vector<Rank> accesses; ///< ranks that access the file in this round, ascending
};

/// Precondition: the plan is two-phase, and the map is not crowded. Cost: the requests up to this phase, times the ranks.
[[nodiscard]] FileRound round_of(FileMap const& map, Index phase);

} // namespace tessera
