// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the transfers of a channel as messages of MPI.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <chrono>
#include <memory>

namespace tessera {

/// `all`: the ranks of both sides by their numbers. Waits for notices sleep; they throw ChannelFailure if a rank of this node is
/// stopped for the patience. Collective.
[[nodiscard]] std::unique_ptr<Carrier> make_mpi_carrier(Comm all, ChannelTerms const& terms, ChannelPeers peers,
                                                        RankLayouts layouts, std::chrono::milliseconds patience);

} // namespace tessera
