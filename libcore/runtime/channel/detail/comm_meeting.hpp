// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the meeting of two groups of ranks of one communicator.
#pragma once

#include "libcore/runtime/channel/detail/meeting_place.hpp"

namespace tessera {

class CommMeeting final : public MeetingPlace {
  public:
    CommMeeting(MPI_Comm both, Rank sender_master, Rank receiver_master, std::string name);

    [[nodiscard]] std::string const& name() const override { return name_; }
    void describe(MPI_Comm side, ChannelEnd end, ChannelOffer& offer) override;
    /// Exchanges the offers. A master succeeds when it has received the other's offer and the other has received its own
    /// (synchronous send). A master that gave up has received no offer.
    [[nodiscard]] Result<std::string> exchange(ChannelEnd end, std::string const& offer,
                                               std::chrono::milliseconds timeout) override;
    [[nodiscard]] std::unique_ptr<Carrier> connect(BothOffers const& offers, ChannelTerms const& terms, Rank number,
                                                   RankLayouts const& layouts, std::chrono::milliseconds timeout) override;

  private:
    [[nodiscard]] int tag(ChannelEnd to) const;

    MPI_Comm both_;
    Rank sender_master_;
    Rank receiver_master_;
    std::string name_;
};

} // namespace tessera
