// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long a plan of file access takes on a machine.
#include "libcore/io/io_cost.hpp"

#include "libcore/io/copy_plan.hpp"

#include <algorithm>

namespace tessera {

namespace {

double file_time(IoTotals const& totals, IoRates const& rates) {
    return static_cast<double>(totals.requests()) * rates.request + static_cast<double>(totals.bytes()) * rates.byte;
}

double file_time(IoPlan const& plan, IoRates const& rates) {
    double busiest = 0;
    for (RankTotals const& rank : plan.ranks()) busiest = std::max(busiest, file_time(rank.totals, rates));
    if (!rates.disks) return busiest;
    return std::max(busiest, file_time(plan.totals(), rates) / static_cast<double>(*rates.disks));
}

std::optional<double> message_time(Index messages, Index bytes, Machine const& machine) {
    if (messages == 0) return 0.0;
    if (!machine.has_rates()) return std::nullopt;
    Protocol const& protocol = machine.protocol(bytes / messages);
    auto const beta = protocol.beta_sr ? protocol.beta_sr : protocol.beta_ex ? protocol.beta_ex : protocol.beta_s;
    if (!beta) return std::nullopt;
    return static_cast<double>(messages) * protocol.alpha + static_cast<double>(bytes) * *beta;
}

} // namespace

std::optional<IoTime> predicted_time(IoPlan const& plan, Machine const& machine) {
    if (!machine.io) return std::nullopt;
    IoTime time{file_time(plan, *machine.io), 0};
    for (RankTotals const& rank : plan.ranks()) {
        auto const sent = message_time(rank.totals.sends, rank.totals.bytes_sent, machine);
        auto const received = message_time(rank.totals.receives, rank.totals.bytes_received, machine);
        if (!sent || !received) return std::nullopt;
        time.messages = std::max({time.messages, *sent, *received});
    }
    return time;
}

double relative_cost(IoPlan const& plan) {
    Machine machine;
    machine.io = IoRates{static_cast<double>(bytes_of_a_request), 1, std::nullopt};
    Protocol messages;
    messages.alpha = static_cast<double>(bytes_of_a_request) / 16;
    messages.beta_sr = 0.25;
    machine.protocols.push_back(messages);
    return predicted_time(plan, machine)->total();
}

} // namespace tessera
