// SPDX-License-Identifier: BSD-3-Clause
// Tessera: limits the bandwidth of one rank.
#include "libcore/files/copy/rate_limiter.hpp"

#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace tessera {

RateLimiter::RateLimiter(double bytes_per_second, std::function<bool()> stop) : rate_(bytes_per_second), stop_(std::move(stop)) {}

void RateLimiter::start() {
    due_ = seconds_now();
}

void RateLimiter::spend(Index bytes) {
    if (rate_ <= 0) return;
    due_ += static_cast<double>(bytes) / rate_;
    constexpr double slice = 0.05; // longest delay of a stop request, in seconds
    for (double left = due_ - seconds_now(); left > 0 && !stop_(); left = due_ - seconds_now())
        std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left, slice)));
    due_ = std::max(due_, seconds_now());
}

} // namespace tessera
