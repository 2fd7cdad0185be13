// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the notices between senders and receivers about transfers, acknowledgements and the end.
#include "libcore/runtime/channel/detail/transfer_flow.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

using Way = Carrier::Way;

} // namespace

TransferFlow::TransferFlow(ChannelPartners partners, ChannelPeers peers, int ahead, Carrier& carrier)
    : carrier_(carrier), ahead_(ahead), partners_(std::move(partners)), peers_(std::move(peers)) {}

void TransferFlow::notify_receivers(Notice notice) {
    for (Rank const rank : partners_.heralded) carrier_.post(rank, Way::ToReceiver, notice);
}

void TransferFlow::notify_senders(Notice notice) {
    for (Rank const rank : partners_.senders) carrier_.post(rank, Way::ToSender, notice);
}

void TransferFlow::take_credits() {
    for (Rank const rank : partners_.receivers)
        if (carrier_.await(rank, Way::ToSender, Carrier::no_deadline) != Notice::Credit) lost_ = rank;
    taken_ += ahead_;
}

void TransferFlow::begin_sending() {
    if (sent_ % ahead_ == 0 && sent_ >= 2 * ahead_) take_credits();
    if (lost_) {
        notify_receivers(Notice::Abandoned);
        closed_ = true;
        throw ChannelFailure(peers_.text(*lost_, Way::ToReceiver) + " left before the end");
    }
    notify_receivers(Notice::Data);
    ++sent_;
    most_ahead_ = std::max(most_ahead_, sent_ - taken_);
}

bool TransferFlow::begin_receiving() {
    if (ended_) return false;
    auto const notice = carrier_.await(*partners_.herald, Way::ToReceiver, Carrier::no_deadline);
    if (notice == Notice::Data) return true;
    ended_ = true;
    if (notice == Notice::Abandoned)
        throw ChannelFailure(peers_.text(*partners_.herald, Way::ToSender) + " left without closing the channel");
    if (notice != Notice::End)
        throw ChannelFailure(peers_.text(*partners_.herald, Way::ToSender) + " said something that no sender says");
    notify_senders(Notice::Seen);
    return false;
}

void TransferFlow::end_receiving() {
    ++received_;
    if (received_ % ahead_ == 0) notify_senders(Notice::Credit);
}

void TransferFlow::close() {
    if (!closed_) notify_receivers(Notice::End);
    closed_ = true;
}

void TransferFlow::leave_sender(Carrier::Clock::time_point deadline) {
    if (lost_) return;
    if (!closed_) {
        closed_ = true;
        return notify_receivers(Notice::Abandoned);
    }
    for (Rank const rank : partners_.receivers) {
        auto notice = carrier_.await(rank, Way::ToSender, deadline);
        while (notice == Notice::Credit && Carrier::Clock::now() < deadline) notice = carrier_.await(rank, Way::ToSender, deadline);
    }
}

bool TransferFlow::leave_receiver(Carrier::Clock::time_point deadline) {
    if (ended_) return false;
    if (!leaving_) notify_senders(Notice::Left);
    leaving_ = true;
    bool const more = carrier_.await(*partners_.herald, Way::ToReceiver, deadline) == Notice::Data &&
                      Carrier::Clock::now() < deadline; // a sender may continue without end
    ended_ = !more;
    return more;
}

} // namespace tessera
