// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transports a channel's transfers as MPI messages.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <chrono>
#include <memory>

namespace tessera {

/// `all`: the ranks of both sides, in the order of their numbers. A wait for a notice sleeps between polls. It throws
/// ChannelFailure if a rank of this node is stopped for longer than `timeout`. Collective.
[[nodiscard]] std::unique_ptr<Carrier> make_mpi_carrier(Communicator all, ChannelTerms const& terms, ChannelPeers peers,
                                                        RankLayouts layouts, std::chrono::milliseconds timeout);

} // namespace tessera
