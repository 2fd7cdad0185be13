// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a logarithmic axis of a chart.
#include "libcore/scene/detail/log_axis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tessera::detail {

double LogAxis::at(double value) const {
    return begin_ + (end_ - begin_) * std::log(value / low_) / std::log(high_ / low_);
}

std::vector<double> LogAxis::powers_of_two(double room) const {
    double const one = std::abs(at(2 * low_) - at(low_));
    int step = 1;
    while (one * step < room) step *= 2;
    int const first = static_cast<int>(std::ceil(std::log2(low_) - 1e-9));
    int const last = static_cast<int>(std::floor(std::log2(high_) + 1e-9));
    std::vector<double> ticks;
    for (int k = first; k <= last; ++k)
        if (k % step == 0) ticks.push_back(std::exp2(k));
    return ticks;
}

std::vector<double> LogAxis::decimal_ticks(double room) const {
    double const decade = std::abs(at(10 * low_) - at(low_));
    // The narrowest gap of 1, 2, 5 is from 1 to 2.
    std::vector<double> const factors = decade * std::log10(2.0) >= room ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
    int const first = static_cast<int>(std::floor(std::log10(low_)));
    int const last = static_cast<int>(std::floor(std::log10(high_) + 1e-9));
    int const step = std::max(static_cast<int>(std::ceil(room / decade)), 1);
    std::vector<double> ticks;
    for (int k = first; k <= last; k += step)
        for (double const factor : factors) {
            double const tick = factor * std::pow(10.0, k);
            if (tick >= low_ * (1 - 1e-9) && tick <= high_ * (1 + 1e-9)) ticks.push_back(tick);
        }
    return ticks;
}

std::vector<double> spread(std::vector<double> const& wanted, double distance, double low, double high) {
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
    // Overlapping labels form groups. A group is centred on the wanted positions of its members.
    struct Group {
        double sum = 0; // sum of wanted positions, each minus its index in the group times the distance
        std::size_t count = 0;
        double begin = 0;
    };
    std::vector<Group> groups;
    for (std::size_t const i : order) {
        groups.push_back({wanted[i], 1, std::clamp(wanted[i], low, high)});
        while (groups.size() > 1) {
            Group const last = groups.back();
            Group& before = groups[groups.size() - 2];
            auto const behind = static_cast<double>(before.count) * distance;
            if (before.begin + behind <= last.begin) break;
            before.sum += last.sum - static_cast<double>(last.count) * behind;
            before.count += last.count;
            auto const count = static_cast<double>(before.count);
            before.begin = std::max(std::min(before.sum / count, high - (count - 1) * distance), low);
            groups.pop_back();
        }
    }
    std::vector<double> positions(wanted.size());
    std::size_t next = 0;
    for (Group const& group : groups)
        for (std::size_t k = 0; k < group.count; ++k) positions[order[next++]] = group.begin + static_cast<double>(k) * distance;
    return positions;
}

} // namespace tessera::detail
