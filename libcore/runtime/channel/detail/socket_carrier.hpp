// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the transfers of a channel over sockets, between jobs that share no communicator.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/channel/detail/socket.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <chrono>
#include <map>
#include <memory>

namespace tessera {

/// `partners`: a connection to each partner (see ChannelPartners), by its number among all. Messages go straight from each sender
/// to each receiver. Throws ChannelFailure where a rank that is waited for is lost, or gives no sign of life for the patience.
[[nodiscard]] std::unique_ptr<Carrier> make_socket_carrier(std::map<Rank, Socket> partners, ChannelTerms const& terms,
                                                           ChannelPeers peers, Rank number, RankLayouts layouts,
                                                           std::chrono::milliseconds patience);

} // namespace tessera
