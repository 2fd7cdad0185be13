// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who tells whom when a transfer begins, was taken, and when there are no more.
#include "libcore/runtime/channel/detail/transfer_flow.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"

#include <algorithm>

namespace tessera {

namespace {

using Way = Carrier::Way;

std::optional<std::size_t> place_of(std::vector<Rank> const& ranks, Rank rank) {
    auto const found = std::ranges::find(ranks, rank);
    if (found == ranks.end()) return std::nullopt;
    return static_cast<std::size_t>(found - ranks.begin());
}

void keep_each_once(std::vector<Rank>& ranks) {
    std::ranges::sort(ranks);
    auto const repeated = std::ranges::unique(ranks);
    ranks.erase(repeated.begin(), repeated.end());
}

} // namespace

TransferFlow::TransferFlow(ChannelTerms const& terms, Rank number, Carrier& carrier) : carrier_(carrier), ahead_(terms.ahead) {
    find_partners(terms, number);
}

void TransferFlow::find_partners(ChannelTerms const& terms, Rank number) {
    auto const& senders = terms.senders;
    auto const& receivers = terms.receivers;
    if (auto const mine = place_of(senders, number)) {
        sender_ = true;
        for (std::size_t j = *mine; j < receivers.size(); j += senders.size()) heralded_.push_back(receivers[j]);
        acknowledging_ = heralded_;
        acknowledging_.push_back(receivers[*mine % receivers.size()]);
        for (MultiMessage const& message : terms.coupling.plan->sends(number)) acknowledging_.push_back(message.to);
        keep_each_once(acknowledging_);
    }
    if (auto const mine = place_of(receivers, number)) {
        receiver_ = true;
        herald_ = senders[*mine % senders.size()];
        acknowledged_ = {*herald_};
        for (std::size_t i = *mine; i < senders.size(); i += receivers.size()) acknowledged_.push_back(senders[i]);
        for (MultiMessage const& message : terms.coupling.plan->receives(number)) acknowledged_.push_back(message.from);
        keep_each_once(acknowledged_);
    }
}

void TransferFlow::tell_receivers(Notice notice) {
    for (Rank const rank : heralded_) carrier_.post(rank, Way::ToReceiver, notice);
}

void TransferFlow::tell_senders(Notice notice) {
    for (Rank const rank : acknowledged_) carrier_.post(rank, Way::ToSender, notice);
}

void TransferFlow::take_credits() {
    for (Rank const rank : acknowledging_)
        if (carrier_.await(rank, Way::ToSender, Carrier::no_deadline) != Notice::Credit) lost_ = true;
    taken_ += ahead_;
}

void TransferFlow::begin_sending() {
    if (sent_ % ahead_ == 0 && sent_ >= 2 * ahead_) take_credits();
    if (lost_) {
        tell_receivers(Notice::Abandoned);
        closed_ = true;
        throw ChannelFailure("the receiver left the channel before the end");
    }
    tell_receivers(Notice::Data);
    ++sent_;
    most_ahead_ = std::max(most_ahead_, sent_ - taken_);
}

bool TransferFlow::begin_receiving() {
    if (ended_) return false;
    auto const notice = carrier_.await(*herald_, Way::ToReceiver, Carrier::no_deadline);
    if (notice == Notice::Data) return true;
    ended_ = true;
    if (notice == Notice::Abandoned) throw ChannelFailure("the sender left the channel without closing it");
    tell_senders(Notice::Seen);
    return false;
}

void TransferFlow::end_receiving() {
    ++received_;
    if (received_ % ahead_ == 0) tell_senders(Notice::Credit);
}

void TransferFlow::close() {
    if (!closed_) tell_receivers(Notice::End);
    closed_ = true;
}

void TransferFlow::leave_sender(Carrier::Clock::time_point deadline) {
    if (lost_) return;
    if (!closed_) {
        closed_ = true;
        return tell_receivers(Notice::Abandoned);
    }
    for (Rank const rank : acknowledging_) {
        auto notice = carrier_.await(rank, Way::ToSender, deadline);
        while (notice == Notice::Credit) notice = carrier_.await(rank, Way::ToSender, deadline);
    }
}

bool TransferFlow::leave_receiver(Carrier::Clock::time_point deadline) {
    if (ended_) return false;
    if (!leaving_) tell_senders(Notice::Left);
    leaving_ = true;
    bool const more = carrier_.await(*herald_, Way::ToReceiver, deadline) == Notice::Data;
    ended_ = !more;
    return more;
}

} // namespace tessera
