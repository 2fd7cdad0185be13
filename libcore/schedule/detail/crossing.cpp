// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages from S senders to R receivers that pass through other ranks (the CDT algorithms).
#include "libcore/schedule/detail/crossing.hpp"

#include "libcore/schedule/table_schedule.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {

Crossing::Crossing(MessageSet const& set) : sides(set), mirrored(sides.senders.size() < sides.receivers.size()) {
    if (mirrored) {
        std::swap(sides.senders, sides.receivers);
        std::swap(sides.sender_of, sides.receiver_of);
    }
    set.for_each([this](int from, int to, Index bytes) {
        if (mirrored) std::swap(from, to);
        messages.push_back({sides.sender_of[as_size(from)], sides.receiver_of[as_size(to)], bytes});
    });
}

std::vector<int> Crossing::stages() const {
    std::vector<int> stage;
    std::vector<char> taken(sides.senders.size(), 0);
    for (int const receiver : sides.receivers) {
        stage.push_back(sides.sender_of[as_size(receiver)]);
        if (stage.back() != Sides::none) taken[as_size(stage.back())] = 1;
    }
    auto free = taken.begin();
    for (int& sender : stage) {
        if (sender != Sides::none) continue;
        free = std::find(free, taken.end(), 0); // exists, because S >= R
        sender = static_cast<int>(free - taken.begin());
        *free = 1;
    }
    return stage;
}

Journey::Journey(Crossing const& crossing, Crossing::Message const& message, std::vector<Hop>& hops)
    : crossing_(crossing), hops_(hops), block_{crossing.sides.senders[as_size(message.sender)],
                                               crossing.sides.receivers[as_size(message.receiver)], 0, message.bytes},
      at_(block_.from) {}

void Journey::move(int step, int position) {
    if (position == at_) return;
    hops_.push_back({step, at_, position, block_});
    at_ = position;
}

namespace {

void play_backwards(std::vector<Hop>& hops) {
    int last = 0;
    for (Hop const& hop : hops) last = std::max(last, hop.step);
    for (Hop& hop : hops) {
        hop.step = last - hop.step;
        std::swap(hop.from, hop.to);
        std::swap(hop.block.from, hop.block.to);
    }
}

} // namespace

MadeSchedule make_crossing_schedule(std::string algorithm, ScheduleInput input, StepKind kind,
                                    std::function<Guide(Crossing const&)> const& layout) {
    Crossing const crossing(input.messages);
    std::vector<Hop> hops;
    if (!crossing.messages.empty()) {
        Guide const guide = layout(crossing);
        for (Crossing::Message const& message : crossing.messages) {
            if (input.watch.stopped()) return stopped_error();
            Journey journey(crossing, message, hops);
            guide(message, journey);
        }
    }
    if (crossing.mirrored) play_backwards(hops);
    return std::make_shared<TableSchedule>(std::move(algorithm), std::move(input.messages), std::move(hops), kind);
}

} // namespace tessera::detail
