// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a phase of two-phase access, and their memory.
#include "libcore/files/access/phase_messages.hpp"

#include <cassert>
#include <utility>

namespace tessera {

std::byte* PhaseMessages::take(Index bytes) {
    assert(taken_ + bytes <= memory_.size());
    return memory_.data() + std::exchange(taken_, taken_ + bytes);
}

std::byte const* PhaseMessages::expect(Rank from, Index bytes, Arrived arrived) {
    std::byte* const data = take(bytes);
    expected_[requests_.receive(comm_, from, data, ByteBlock(bytes))] = {data, std::move(arrived)};
    return data;
}

void PhaseMessages::send(Rank to, std::byte const* data, Index bytes) {
    requests_.send(comm_, to, data, ByteBlock(bytes));
}

void PhaseMessages::finish() {
    while (auto const number = requests_.wait_any()) {
        auto const message = expected_.extract(*number);
        if (message && message.mapped().arrived) message.mapped().arrived(message.mapped().data);
    }
}

} // namespace tessera
