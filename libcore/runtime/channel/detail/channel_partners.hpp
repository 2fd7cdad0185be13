// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks of the two sides of a channel communicate.
#pragma once

#include "libcore/runtime/channel/detail/channel_offer.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The partners of one rank, numbered over all ranks. A sender and a receiver are partners in three cases: the sender has data for
/// the receiver, the sender announces transfers to it, or the receiver watches the sender. So every rank has a partner, and the
/// relation is symmetric.
struct ChannelPartners {
    bool sends = false;
    bool receives = false;
    std::vector<Rank> heralded;  ///< receivers to which this sender announces each transfer
    std::vector<Rank> receivers; ///< partners of this sender, ascending
    std::vector<Rank> senders;   ///< partners of this receiver, ascending
    std::optional<Rank> herald;  ///< the sender that announces transfers to this receiver
};

[[nodiscard]] ChannelPartners partners_of(ChannelTerms const& terms, Rank number);

} // namespace tessera
