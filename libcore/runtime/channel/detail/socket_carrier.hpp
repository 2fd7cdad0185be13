// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transports a channel's transfers over sockets, between jobs that share no communicator.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/channel/detail/socket.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <chrono>
#include <map>
#include <memory>

namespace tessera {

/// `partners`: a connection to each partner (see ChannelPartners), by its number over all ranks. Messages go directly from each
/// sender to each receiver. Throws ChannelFailure if an awaited rank is lost, or gives no sign of life for the patience.
[[nodiscard]] std::unique_ptr<Carrier> make_socket_carrier(std::map<Rank, Socket> partners, ChannelTerms const& terms,
                                                           ChannelPeers peers, Rank number, RankLayouts layouts,
                                                           std::chrono::milliseconds timeout);

} // namespace tessera
