// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names ranks of a channel in messages about failures.
#include "libcore/runtime/channel/detail/channel_peers.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

std::string ChannelPeers::text(Rank number, Carrier::Way way) const {
    bool const receives = way == Carrier::Way::ToReceiver;
    auto const& side = receives ? receivers : senders;
    return fmt::format("channel '{}': rank {} of the {}", channel, std::ranges::find(side, number) - side.begin(),
                       receives ? "receiver" : "sender");
}

std::string ChannelPeers::text(Rank number) const {
    bool const sends = std::ranges::find(senders, number) != senders.end();
    return text(number, sends ? Carrier::Way::ToSender : Carrier::Way::ToReceiver);
}

} // namespace tessera
