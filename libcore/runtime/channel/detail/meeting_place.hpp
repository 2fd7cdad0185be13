// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the interface by which masters exchange their offers and ranks are connected.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <chrono>
#include <memory>
#include <mpi.h>
#include <string>

namespace tessera {

enum class ChannelEnd { Sender, Receiver };
/// Returns "sender" or "receiver".
[[nodiscard]] constexpr char const* name_of(ChannelEnd end) {
    return end == ChannelEnd::Sender ? "sender" : "receiver";
}
[[nodiscard]] constexpr ChannelEnd other_end(ChannelEnd end) {
    return end == ChannelEnd::Sender ? ChannelEnd::Receiver : ChannelEnd::Sender;
}

class MeetingPlace {
  public:
    virtual ~MeetingPlace() = default;

    /// Returns the channel's name on this side.
    [[nodiscard]] virtual std::string const& name() const = 0;

    /// Adds to the offer how the other side reaches these ranks. Collective over `side`; only rank 0's offer is used.
    virtual void describe(MPI_Comm side, ChannelEnd end, ChannelOffer& offer) = 0;
    /// Called by a side's master. Sends `offer` and returns the other master's offer. Either both masters succeed or both give up.
    /// Error: the other side did not come in time.
    [[nodiscard]] virtual Result<std::string> exchange(ChannelEnd end, std::string const& offer,
                                                       std::chrono::milliseconds timeout) = 0;
    /// Connects the ranks of both sides. Collective over them. `number`: this rank's number over all ranks; `layouts`: its layouts
    /// of the array.
    [[nodiscard]] virtual std::unique_ptr<Carrier> connect(BothOffers const& offers, ChannelTerms const& terms, Rank number,
                                                           RankLayouts const& layouts, std::chrono::milliseconds timeout) = 0;
};

} // namespace tessera
