// SPDX-License-Identifier: BSD-3-Clause
// Tessera: programs of several ranks measured beside each other, in turns, their results compared.
#pragma once

#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tessera::bench {

/// Something that is measured; where `result` is given, it is compared with the peer's.
struct Contender {
    char const* name;
    std::function<void()> work;
    Buffer const* result = nullptr;
    std::vector<double> seconds = {};

    [[nodiscard]] double median() const { return quantile(2); }
    /// How far the quarter and the three quarters of the runs lie apart, of the median.
    [[nodiscard]] double spread() const { return (quantile(3) - quantile(1)) / median(); }

  private:
    [[nodiscard]] double quantile(std::size_t quarters) const {
        std::vector<double> sorted = seconds;
        std::ranges::sort(sorted);
        return sorted[sorted.size() * quarters / 4];
    }
};

/// The slowest rank's seconds. Collective.
inline double timed(std::function<void()> const& work) {
    Communicator const world = Communicator::world();
    world.barrier();
    double const start = seconds_now();
    work();
    return slowest(world, seconds_now() - start);
}

/// Every contender once per round; a round that is not counted warms up, and what it leaves in `ours` is compared with `theirs`,
/// which the first contender fills. Throws on all ranks where a result differs.
inline void measure(std::vector<Contender>& contenders, Buffer const& theirs, Buffer& ours, std::string const& row, int rounds) {
    for (int round = 0; round <= rounds; ++round) {
        for (Contender& each : contenders) {
            if (round == 0 && each.result != nullptr) ours.clear();
            double const seconds = timed(each.work);
            if (round > 0) each.seconds.push_back(seconds);
            if (round > 0 || each.result == nullptr) continue;
            all_or_none(Communicator::world(), [&] {
                if (std::memcmp(each.result->data(), theirs.data(), as_size(theirs.size())) != 0)
                    throw std::runtime_error(row + ": the result of " + each.name + " differs");
            });
        }
    }
}

} // namespace tessera::bench
