// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names ranks of a channel in messages about failures.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"

#include <string>
#include <vector>

namespace tessera {

struct ChannelPeers {
    std::string channel;         ///< the channel's name or the path of its file
    std::vector<Rank> senders;   ///< for each sending rank: its number over all ranks
    std::vector<Rank> receivers; ///< for each receiving rank: its number over all ranks

    /// Returns "channel 'a': rank 3 of the receiver". `way`: the direction of notices to this rank.
    [[nodiscard]] std::string text(Rank number, Carrier::Way way) const;
    /// The same between jobs, where each rank is on one side only.
    [[nodiscard]] std::string text(Rank number) const;
};

} // namespace tessera
