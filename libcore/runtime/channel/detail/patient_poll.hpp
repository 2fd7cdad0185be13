// SPDX-License-Identifier: BSD-3-Clause
// Tessera: polls with a deadline.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace tessera {

/// Calls `ready` until it returns true or the deadline passes; false in the second case. Polls without sleep at first, then sleeps
/// for at most a millisecond between calls.
template <class Ready>
[[nodiscard]] bool poll_until(std::chrono::steady_clock::time_point deadline, Ready const& ready) {
    constexpr int eager_turns = 200;
    constexpr std::chrono::microseconds longest{1000};
    std::chrono::microseconds nap{20};
    for (int turn = 0;; ++turn) {
        if (ready()) return true;
        if (turn < eager_turns) {
            std::this_thread::yield();
            continue;
        }
        if (std::chrono::steady_clock::now() >= deadline) return false;
        std::this_thread::sleep_for(nap);
        nap = std::min(2 * nap, longest);
    }
}

} // namespace tessera
