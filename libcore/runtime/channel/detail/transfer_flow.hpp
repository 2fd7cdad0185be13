// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the notices between senders and receivers about transfers, acknowledgements and the end.
#pragma once

#include "libcore/runtime/channel/detail/carrier.hpp"
#include "libcore/runtime/channel/detail/channel_partners.hpp"
#include "libcore/runtime/channel/detail/channel_peers.hpp"

#include <chrono>
#include <optional>

namespace tessera {

/// Exchanges the notices of a channel. One sender announces each transfer, or the end, to a receiver. So the receiver learns from
/// one message whether there is something to receive, without a collective call. After each `ahead` transfers, every receiver sends
/// an acknowledgement to all its partners. A sender is never more than 2 * ahead transfers ahead of the acknowledgements. A
/// receiver that leaves sends a notice in place of an acknowledgement, so all senders learn of it at the same transfer.
class TransferFlow {
  public:
    /// The carrier must outlive the flow.
    TransferFlow(ChannelPartners partners, ChannelPeers peers, int ahead, Carrier& carrier);

    [[nodiscard]] bool sends() const { return partners_.sends; }
    [[nodiscard]] bool receives() const { return partners_.receives; }
    [[nodiscard]] bool closed() const { return closed_; } ///< no more transfers can be sent
    [[nodiscard]] Index most_ahead() const { return most_ahead_; }

    /// Waits until this rank may send, and announces the transfer. Throws ChannelFailure if a receiver left.
    void begin_sending();
    /// Waits for an announcement: true for a transfer, false for the end. Throws ChannelFailure if the sender left.
    [[nodiscard]] bool begin_receiving();
    void end_receiving();

    void close();
    /// Called by a sender before it leaves. Waits until all receivers have seen the end. Without close(), tells them that it
    /// leaves.
    void leave_sender(Carrier::Clock::time_point deadline);
    /// Called by a receiver before it leaves. Returns true while there is another transfer that it must receive.
    [[nodiscard]] bool leave_receiver(Carrier::Clock::time_point deadline);

  private:
    void notify_receivers(Notice notice);
    void notify_senders(Notice notice);
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
    std::optional<Rank> lost_; // a receiver that left before the end
    bool ended_ = false;       // the end or the sender's leaving was seen
    bool leaving_ = false;
};

} // namespace tessera
