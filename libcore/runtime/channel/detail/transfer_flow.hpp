// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who tells whom when a transfer begins, was taken, and when there are no more.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace tessera {

/// Every receiver has one sender that heralds each transfer to it, or the end: so it learns in one message, without asking all of
/// its own side, whether there is something to receive. Every receiver acknowledges, after each `ahead` transfers, to all senders
/// that have something for it, herald it or are watched by it (each sender is watched by one receiver, so that it hears of all that
/// happens even where it sends nothing); a sender begins no transfer before those 2 * ahead earlier are acknowledged.
/// All senders hear of receivers that leave at the same transfer, since it stands in the place of an acknowledgement.
class TransferFlow {
  public:
    /// `number`: this rank's among all. The carrier outlives the flow.
    TransferFlow(ChannelTerms const& terms, Rank number, Carrier& carrier);

    [[nodiscard]] bool sends() const { return sender_; }
    [[nodiscard]] bool receives() const { return receiver_; }
    [[nodiscard]] bool closed() const { return closed_; } ///< nothing more can be sent
    [[nodiscard]] Index most_ahead() const { return most_ahead_; }

    /// Waits until this rank may send, and heralds the transfer. Throws ChannelFailure where a receiver left.
    void begin_sending();
    /// Waits for what is heralded: true for a transfer, false for the end. Throws ChannelFailure where the sender left.
    [[nodiscard]] bool begin_receiving();
    void end_receiving();

    void close();
    /// Of a sender, before it goes: waits until all receivers have seen the end; tells them where there was no close().
    void leave_sender(Carrier::Clock::time_point deadline);
    /// Of a receiver, before it goes: true while there is a transfer to take all the same.
    [[nodiscard]] bool leave_receiver(Carrier::Clock::time_point deadline);

  private:
    void find_partners(ChannelTerms const& terms, Rank number);
    void tell_receivers(Notice notice);
    void tell_senders(Notice notice);
    void take_credits();

    Carrier& carrier_;
    Index ahead_;
    bool sender_ = false;
    bool receiver_ = false;
    std::vector<Rank> heralded_;      // receivers that wait for this rank's word
    std::vector<Rank> acknowledging_; // receivers that acknowledge to this rank
    std::vector<Rank> acknowledged_;  // senders that this rank acknowledges to
    std::optional<Rank> herald_;
    Index sent_ = 0;
    Index taken_ = 0; // transfers that all receivers have acknowledged
    Index received_ = 0;
    Index most_ahead_ = 0;
    bool closed_ = false;
    bool lost_ = false;  // receivers left
    bool ended_ = false; // the end was seen
    bool leaving_ = false;
};

} // namespace tessera
