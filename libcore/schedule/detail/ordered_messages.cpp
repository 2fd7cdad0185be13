// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a set, largest first.
#include "libcore/schedule/detail/ordered_messages.hpp"

#include "libcore/schedule/detail/sides.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

/// A message with its sort key, computed once.
struct Ranked {
    MessageSet::Triple message;
    Index turn_and_sender;
};

} // namespace

std::vector<MessageSet::Triple> largest_first(MessageSet const& messages) {
    Sides const sides(messages);
    int const rounds = sides.rounds();
    std::vector<Ranked> ranked;
    ranked.reserve(as_size(messages.messages()));
    messages.for_each([&](int from, int to, Index bytes) {
        int const sender = sides.sender_of[as_size(from)];
        int const turn = (sides.receiver_of[as_size(to)] - sender + rounds) % rounds;
        ranked.push_back({{from, to, bytes}, Index{turn} << 32 | sender});
    });
    std::ranges::sort(ranked, [](Ranked const& a, Ranked const& b) {
        return a.message.bytes != b.message.bytes ? a.message.bytes > b.message.bytes : a.turn_and_sender < b.turn_and_sender;
    });
    std::vector<MessageSet::Triple> ordered;
    ordered.reserve(ranked.size());
    for (Ranked const& each : ranked) ordered.push_back(each.message);
    return ordered;
}

} // namespace tessera::detail
