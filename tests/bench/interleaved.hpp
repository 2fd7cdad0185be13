// SPDX-License-Identifier: BSD-3-Clause
// Tessera: times of several things, measured in turns so that a slow moment of the machine meets them all.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace tessera::bench {

struct Figure {
    std::string name;
    std::function<void()> work;
    std::vector<double> seconds; ///< one per round, in the order measured

    [[nodiscard]] double median() const {
        auto sorted = seconds;
        std::ranges::nth_element(sorted, sorted.begin() + std::ssize(sorted) / 2);
        return sorted[sorted.size() / 2];
    }
    [[nodiscard]] double least() const { return std::ranges::min(seconds); }
    [[nodiscard]] double most() const { return std::ranges::max(seconds); }
};

/// Every figure once per round; a round that is not counted warms up.
inline void measure(std::vector<Figure>& figures, int rounds) {
    for (auto& figure : figures) figure.work();
    for (int round = 0; round < rounds; ++round)
        for (auto& figure : figures) {
            auto const start = std::chrono::steady_clock::now();
            figure.work();
            figure.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
}

/// The most memory the process has held so far, in MiB.
inline double peak_mebibytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

} // namespace tessera::bench
