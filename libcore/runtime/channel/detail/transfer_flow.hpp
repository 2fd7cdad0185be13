// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who tells whom when a transfer begins, was taken, and when there are no more.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/channel_partners.hpp"
#include "libcore/runtime/channel/detail/channel_peers.hpp"

#include <chrono>
#include <optional>

namespace tessera {

/// Every receiver has one sender that heralds each transfer to it, or the end: so it learns in one message, without asking all of
/// its own side, whether there is something to receive. Every receiver acknowledges, after each `ahead` transfers, to all its
/// partners; a sender begins no transfer before those 2 * ahead earlier are acknowledged. All senders hear of receivers that leave
/// at the same transfer, since it stands in the place of an acknowledgement.
class TransferFlow {
  public:
    /// The carrier outlives the flow.
    TransferFlow(ChannelPartners partners, ChannelPeers peers, int ahead, Carrier& carrier);

    [[nodiscard]] bool sends() const { return partners_.sends; }
    [[nodiscard]] bool receives() const { return partners_.receives; }
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
    void tell_receivers(Notice notice);
    void tell_senders(Notice notice);
    void take_credits();

    Carrier& carrier_;
    Index ahead_;
    ChannelPartners partners_;
    ChannelPeers peers_;
    Index sent_ = 0;
    Index taken_ = 0; // transfers that all receivers have acknowledged
    Index received_ = 0;
    Index most_ahead_ = 0;
    bool closed_ = false;
    std::optional<Rank> lost_; // a receiver that left
    bool ended_ = false;       // the end was seen
    bool leaving_ = false;
};

} // namespace tessera
