// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost model of one step (Thakur section 4.1.3).
#include "libcore/network/step_cost.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

struct Rate {
    char const* name = "";
    std::optional<double> value;
};

Rate rate_of(Protocol const& protocol, StepKind kind) {
    switch (kind) {
    case StepKind::Exchange:
        return {"beta_ex", protocol.beta_ex};
    case StepKind::SendReceive:
        return {"beta_sr", protocol.beta_sr};
    case StepKind::Gather:
        return {"beta_s", protocol.beta_s};
    }
    return {};
}

std::string missing(Machine const& machine, char const* rate, Index bytes) {
    return fmt::format("the machine profile of {} has no {} for messages of {} bytes", machine.name, rate, bytes);
}

/// Cost of a step given by a formula, in visited links.
constexpr Index visits_of_pattern = 8;

/// Returns whether every rank is on the node of its number.
bool in_order(Placement const& placement) {
    for (std::size_t position = 0; position < placement.node.size(); ++position)
        if (placement.node[position] != static_cast<int>(position)) return false;
    return true;
}

double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

} // namespace

Result<StepRates> rates_of(Machine const& machine, StepKind kind, StepVolume const& volume) {
    Protocol const& protocol = machine.protocol(volume.longest);
    Rate const beta = rate_of(protocol, kind);
    if (!beta.value) return fail(missing(machine, beta.name, volume.longest));
    return StepRates{static_cast<double>(volume.sends) * protocol.alpha, *beta.value, protocol.beta_sat};
}

Result<double> time_alone(Machine const& machine, StepKind kind, StepVolume const& volume) {
    if (volume.sends == 0) return 0.0;
    auto const rates = TRY(rates_of(machine, kind, volume));
    return rates.start + static_cast<double>(volume.sent_bytes) * rates.port;
}

double StepCost::congested_bytes() const {
    return std::max(static_cast<double>(volume.sent_bytes), max_load_bytes);
}

void add_times(StepCost& cost, StepKind kind, Machine const& machine) {
    StepVolume const& volume = cost.volume;
    cost.time_alone = cost.time = std::nullopt;
    Protocol const& protocol = machine.protocol(volume.longest);
    Rate const beta = rate_of(protocol, kind);
    bool const shared = cost.max_load_bytes > static_cast<double>(volume.sent_bytes);
    cost.lack = volume.sends == 0 ? nullptr : !beta.value ? beta.name : shared && !protocol.beta_sat ? "beta_sat" : nullptr;
    if (cost.lack != nullptr) return;
    double const start = static_cast<double>(volume.sends) * protocol.alpha;
    double const port = static_cast<double>(volume.sent_bytes) * beta.value.value_or(0);
    cost.time_alone = cost.time = start + port;
    if (!protocol.beta_sat || volume.sends == 0) return;
    double const link = cost.max_load_bytes * *protocol.beta_sat;
    cost.time = start + std::max(port, link);
    cost.demand = ratio(link, port);
    cost.utilisation = ratio(link, std::max(port, link));
}

std::string lack_of_rate(Machine const& machine, StepCost const& cost) {
    return missing(machine, cost.lack, cost.volume.longest);
}

StepCost stretched(StepCost cost, double factor, StepKind kind, Machine const& machine) {
    auto const stretch = [factor](Index bytes) { return static_cast<Index>(std::llround(static_cast<double>(bytes) * factor)); };
    StepVolume& volume = cost.volume;
    volume = {volume.sends, stretch(volume.sent_bytes), stretch(volume.longest), stretch(volume.copied_bytes)};
    cost.max_load_bytes *= factor;
    add_times(cost, kind, machine);
    return cost;
}

StepCoster::StepCoster(Topology const& topology, Placement const& placement, Machine const* machine)
    : topology_(topology), placement_(placement), machine_(machine != nullptr && machine->has_rates() ? machine : nullptr) {
    if (in_order(placement)) patterns_ = topology.pattern_loads();
}

StepCost StepCoster::cost(Schedule const& schedule, int step) {
    if (patterns_ != nullptr)
        if (auto const pattern = schedule.pattern(step); pattern && patterns_->knows(*pattern))
            return with_times(measured(*pattern), schedule.kind(step));
    transfers_.clear();
    schedule.for_each_transfer(step, [this](Transfer const& transfer) { transfers_.push_back(transfer); });
    return cost(transfers_, schedule.kind(step));
}

StepCost StepCoster::cost(std::span<Transfer const> transfers, StepKind kind) {
    StepCost cost;
    cost.volume = volume_of(transfers);
    if (!loads_) loads_.emplace(topology_, placement_);
    StepLoads const& loads = loads_->count(transfers);
    cost.max_load = loads.max_load;
    cost.max_load_bytes = loads.max_load_bytes;
    cost.busiest_link = loads.busiest;
    cost.visits = loads.visits + std::ssize(transfers);
    return with_times(cost, kind);
}

/// Returns the cost figures of a step given by a formula. Networks with formulas have links of capacity 1.
StepCost StepCoster::measured(StepPattern const& pattern) {
    PatternPeak const peak = patterns_->peak(pattern);
    StepCost cost;
    cost.volume = {pattern.most_sends(), pattern.most_sends() * pattern.bytes, pattern.transfers() > 0 ? pattern.bytes : 0,
                   pattern.most_handled() * pattern.bytes};
    cost.max_load = peak.load();
    cost.max_load_bytes = peak.load() * static_cast<double>(pattern.bytes);
    cost.busiest_link = peak.busiest;
    cost.visits = visits_of_pattern;
    return cost;
}

StepCost StepCoster::with_times(StepCost cost, StepKind kind) const {
    // Without rates the time on a link is the number of bytes, as if beta and beta_sat were equal.
    cost.demand = ratio(cost.max_load_bytes, static_cast<double>(cost.volume.sent_bytes));
    cost.utilisation = std::min(cost.demand, 1.0);
    if (machine_ != nullptr) add_times(cost, kind, *machine_);
    return cost;
}

std::string StepCoster::lack(StepCost const& cost) const {
    return cost.lack == nullptr ? std::string() : lack_of_rate(*machine_, cost);
}

StepVolume StepCoster::volume_of(std::span<Transfer const> transfers) {
    ports_.resize(placement_.node.size());
    StepVolume volume;
    for (Transfer const& transfer : transfers) {
        Port& sender = ports_[as_size(transfer.from)];
        Port& receiver = ports_[as_size(transfer.to)];
        sender.sends += 1;
        sender.sent_bytes += transfer.bytes;
        sender.copied_bytes += transfer.bytes;
        receiver.copied_bytes += transfer.bytes;
        volume.longest = std::max(volume.longest, transfer.bytes);
        volume.sends = std::max(volume.sends, sender.sends);
        volume.sent_bytes = std::max(volume.sent_bytes, sender.sent_bytes);
        volume.copied_bytes = std::max({volume.copied_bytes, sender.copied_bytes, receiver.copied_bytes});
    }
    for (Transfer const& transfer : transfers) {
        ports_[as_size(transfer.from)] = {};
        ports_[as_size(transfer.to)] = {};
    }
    return volume;
}

} // namespace tessera
