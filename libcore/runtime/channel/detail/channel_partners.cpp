// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks of the two sides of a channel communicate.
#include "libcore/runtime/channel/detail/channel_partners.hpp"

#include "libcore/base/sort_unique.hpp"

#include <algorithm>

namespace tessera {

namespace {

std::optional<std::size_t> place_of(std::vector<Rank> const& ranks, Rank rank) {
    auto const found = std::ranges::find(ranks, rank);
    if (found == ranks.end()) return std::nullopt;
    return as_size(found - ranks.begin());
}

} // namespace

ChannelPartners partners_of(ChannelTerms const& terms, Rank number) {
    auto const& senders = terms.senders;
    auto const& receivers = terms.receivers;
    ChannelPartners partners;
    if (auto const mine = place_of(senders, number)) {
        partners.sends = true;
        for (std::size_t j = *mine; j < receivers.size(); j += senders.size()) partners.heralded.push_back(receivers[j]);
        partners.receivers = partners.heralded;
        partners.receivers.push_back(receivers[*mine % receivers.size()]);
        for (MultiMessage const& message : terms.coupling.plan->sends(number)) partners.receivers.push_back(message.to);
        sort_unique(partners.receivers);
    }
    if (auto const mine = place_of(receivers, number)) {
        partners.receives = true;
        partners.herald = senders[*mine % senders.size()];
        partners.senders = {*partners.herald};
        for (std::size_t i = *mine; i < senders.size(); i += receivers.size()) partners.senders.push_back(senders[i]);
        for (MultiMessage const& message : terms.coupling.plan->receives(number)) partners.senders.push_back(message.from);
        sort_unique(partners.senders);
    }
    return partners;
}

} // namespace tessera
