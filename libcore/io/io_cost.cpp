// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a plan of file access, and its time on a machine.
#include "libcore/io/io_cost.hpp"

#include <algorithm>

namespace tessera {

namespace {

double file_cost(IoTotals const& totals, IoPrices const& prices) {
    return prices.of_requests(static_cast<double>(totals.requests()), static_cast<double>(totals.bytes()));
}

double file_cost(IoPlan const& plan, IoPrices const& prices) {
    double busiest = 0;
    for (RankTotals const& rank : plan.ranks()) busiest = std::max(busiest, file_cost(rank.totals, prices));
    if (!prices.disks) return busiest;
    return std::max(busiest, file_cost(plan.totals(), prices) / static_cast<double>(*prices.disks));
}

} // namespace

std::optional<IoTime> predicted_time(IoPlan const& plan, IoPrices const& prices) {
    IoTime time{file_cost(plan, prices), 0};
    for (RankTotals const& rank : plan.ranks()) {
        IoTotals const& totals = rank.totals;
        auto const sent = prices.of_messages(static_cast<double>(totals.sends), static_cast<double>(totals.bytes_sent));
        auto const received = prices.of_messages(static_cast<double>(totals.receives), static_cast<double>(totals.bytes_received));
        if (!sent || !received) return std::nullopt;
        time.messages = std::max({time.messages, *sent, *received});
    }
    return time;
}

std::optional<IoTime> predicted_time(IoPlan const& plan, Machine const& machine) {
    auto const prices = IoPrices::of(machine);
    return prices ? predicted_time(plan, *prices) : std::nullopt;
}

double relative_cost(IoPlan const& plan) {
    return predicted_time(plan, IoPrices{})->total();
}

} // namespace tessera
