// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a set, the longest first.
#include "libcore/schedule/detail/ordered_messages.hpp"

#include "libcore/schedule/detail/sides.hpp"

#include <algorithm>
#include <tuple>

namespace tessera::detail {

std::vector<MessageSet::Triple> largest_first(MessageSet const& messages) {
    Sides const sides(messages);
    std::vector<MessageSet::Triple> ordered;
    ordered.reserve(as_size(messages.messages()));
    messages.for_each([&](int from, int to, Index bytes) { ordered.push_back({from, to, bytes}); });
    int const rounds = sides.rounds();
    std::ranges::sort(ordered, {}, [&](MessageSet::Triple const& message) {
        int const sender = sides.sender_of[as_size(message.from)];
        int const receiver = sides.receiver_of[as_size(message.to)];
        return std::tuple(-message.bytes, (receiver - sender + rounds) % rounds, sender);
    });
    return ordered;
}

} // namespace tessera::detail
