// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one round of two-phase access: who has read or will write, and who sends to whom.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/io_request.hpp"
#include "libcore/scene/file_map.hpp"

#include <vector>

namespace tessera {

struct FileRound {
    /// By sender, then receiver: reading, from those who access the file to those who want; writing, to them. What a rank accesses
    /// for itself goes from it to itself.
    std::vector<IoMessage> messages;
    /// A rank that wants or gives something of the file.
    struct Share {
        Rank rank = 0;
        Index all = 0;  ///< bytes that it wants, or gives
        Index done = 0; ///< of which it has got or given by the end of the round
        friend bool operator==(Share const&, Share const&) = default;
    };
    std::vector<Share> shares;  ///< ascending ranks
    std::vector<Rank> accesses; ///< who reads or writes in this round, ascending
};

/// Precondition: the plan is of two-phase access, and the map not crowded. Cost: the requests up to this phase, times the ranks.
[[nodiscard]] FileRound round_of(FileMap const& map, Index phase);

} // namespace tessera
