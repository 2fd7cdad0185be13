// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the senders and the receivers of a message set, each with their own numbering.
#include "libcore/schedule/detail/sides.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

std::vector<int> numbers_of(std::vector<int> const& positions, int size) {
    std::vector<int> number(as_size(size), Sides::none);
    for (std::size_t i = 0; i < positions.size(); ++i) number[as_size(positions[i])] = static_cast<int>(i);
    return number;
}

} // namespace

Sides::Sides(MessageSet const& messages)
    : senders(messages.senders()), receivers(messages.receivers()), sender_of(numbers_of(senders, messages.size())),
      receiver_of(numbers_of(receivers, messages.size())) {}

int Sides::rounds() const {
    return static_cast<int>(std::max(senders.size(), receivers.size()));
}

} // namespace tessera::detail
