// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which rank of which channel a failure is about, in words.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"

#include <string>
#include <vector>

namespace tessera {

struct ChannelPeers {
    std::string channel;         ///< its name or the path of its file
    std::vector<Rank> senders;   ///< by the sending side's number: the number among all
    std::vector<Rank> receivers; ///< by the receiving side's number

    /// "channel 'a': rank 3 of the receiver"; `way`: that of a notice to this rank.
    [[nodiscard]] std::string text(Rank number, Carrier::Way way) const;
    /// The same between jobs, where no rank is on both sides.
    [[nodiscard]] std::string text(Rank number) const;
};

} // namespace tessera
