// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks of the two sides of a channel have to do with each other.
#pragma once

#include "libcore/runtime/channel/detail/channel_offer.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Of one rank, in numbers among all. A sender and a receiver are partners where there is data for the receiver from the sender,
/// where the sender heralds the receiver's transfers, or where the receiver watches the sender: so nobody is without a partner. It
/// is so for both or for neither.
struct ChannelPartners {
    bool sends = false;
    bool receives = false;
    std::vector<Rank> heralded;  ///< of a sender: receivers that hear from it that a transfer begins
    std::vector<Rank> receivers; ///< of a sender: its partners, ascending
    std::vector<Rank> senders;   ///< of a receiver: its partners, ascending
    std::optional<Rank> herald;  ///< of a receiver
};

[[nodiscard]] ChannelPartners partners_of(ChannelTerms const& terms, Rank number);

} // namespace tessera
