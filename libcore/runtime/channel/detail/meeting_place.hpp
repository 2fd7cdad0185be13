// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the masters of two sides exchange their offers, and the ranks are joined afterwards.
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
/// "sender", "receiver".
[[nodiscard]] constexpr char const* name_of(ChannelEnd end) {
    return end == ChannelEnd::Sender ? "sender" : "receiver";
}
[[nodiscard]] constexpr ChannelEnd other_end(ChannelEnd end) {
    return end == ChannelEnd::Sender ? ChannelEnd::Receiver : ChannelEnd::Sender;
}

class MeetingPlace {
  public:
    virtual ~MeetingPlace() = default;

    /// By which the channel is known on this side.
    [[nodiscard]] virtual std::string const& name() const = 0;

    /// Puts into the offer by what the other side reaches these ranks. Collective over `side`; what counts is rank 0's offer.
    virtual void describe(MPI_Comm side, ChannelEnd end, ChannelOffer& offer) = 0;
    /// On the master of a side: hands `offer` over and returns the other master's. Either both masters succeed or both give up.
    /// Error: the other did not come in time.
    [[nodiscard]] virtual Result<std::string> exchange(ChannelEnd end, std::string const& offer,
                                                       std::chrono::milliseconds patience) = 0;
    /// Joins the ranks of both sides. Collective over them. `number`: this rank's among all; `layouts`: how it stores the array.
    [[nodiscard]] virtual std::unique_ptr<Carrier> connect(BothOffers const& offers, ChannelTerms const& terms, Rank number,
                                                           RankLayouts const& layouts, std::chrono::milliseconds patience) = 0;
};

} // namespace tessera
