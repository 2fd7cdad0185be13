// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost model of Thakur section 4.1.3 and of CDT section 3.1.
#include "libcore/network/cost.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

namespace {

/// What one step's transfers amount to, besides the loads.
struct StepVolume {
    Index longest = 0;      ///< bytes of its longest message
    Index busiest_rank = 0; ///< most bytes any rank sends plus receives
};

class VolumeCounter {
  public:
    explicit VolumeCounter(int ranks) : bytes_(static_cast<std::size_t>(ranks), 0) {}

    StepVolume count(Schedule const& schedule, int step) {
        StepVolume volume;
        touched_.clear();
        schedule.for_each_transfer(step, [&](Transfer const& transfer) {
            volume.longest = std::max(volume.longest, transfer.bytes);
            for (int const rank : {transfer.from, transfer.to}) {
                Index& bytes = bytes_[static_cast<std::size_t>(rank)];
                if (bytes == 0) touched_.push_back(rank);
                bytes += transfer.bytes;
                volume.busiest_rank = std::max(volume.busiest_rank, bytes);
            }
        });
        for (int const rank : touched_) bytes_[static_cast<std::size_t>(rank)] = 0;
        return volume;
    }

  private:
    std::vector<Index> bytes_;
    std::vector<int> touched_;
};

std::optional<double> rate_of(Protocol const& protocol, StepKind kind) {
    switch (kind) {
    case StepKind::Exchange:
        return protocol.beta_ex;
    case StepKind::SendReceive:
        return protocol.beta_sr;
    case StepKind::Gather:
        return protocol.beta_s;
    }
    return std::nullopt;
}

char const* rate_name(StepKind kind) {
    switch (kind) {
    case StepKind::Exchange:
        return "beta_ex";
    case StepKind::SendReceive:
        return "beta_sr";
    case StepKind::Gather:
        return "beta_s";
    }
    return "";
}

/// The two sides of the maximum: the message alone, and the busiest link.
struct StepTimes {
    double alpha = 0;
    double alone = 0;
    double link = 0;
};

Result<StepTimes> times_of(StepVolume const& volume, StepLoads const& loads, StepKind kind, Machine const& machine) {
    Protocol const& protocol = machine.protocol(volume.longest);
    auto const beta = rate_of(protocol, kind);
    for (auto const& [rate, name] : {std::pair{beta, rate_name(kind)}, std::pair{protocol.beta_sat, "beta_sat"}})
        if (!rate)
            return fail(fmt::format("the profile of {} has no {} for messages of {} bytes, which this schedule needs", machine.name,
                                    name, volume.longest));
    return StepTimes{protocol.alpha, static_cast<double>(volume.longest) * *beta, loads.max_load_bytes * *protocol.beta_sat};
}

/// Demand and utilisation need only the ratio of a link's time to the message's own.
void fill_in(StepCost& cost, StepTimes const& times) {
    double const busy = std::max(times.alone, times.link);
    cost.time = times.alpha + busy;
    cost.demand = times.alone > 0 ? times.link / times.alone : 0;
    cost.utilisation = busy > 0 ? times.link / busy : 0;
}

/// Without rates a message needs its own bytes' time on a link: demand is the load.
void fill_in(StepCost& cost, StepVolume const& volume) {
    cost.demand = volume.longest > 0 ? cost.max_load_bytes / static_cast<double>(volume.longest) : 0;
    cost.utilisation = std::min(cost.demand, 1.0);
}

} // namespace

Result<ScheduleCost> cost_of(Schedule const& schedule, Topology const& topology, Placement const& placement,
                             Machine const* machine) {
    LoadCounter loads(topology, placement);
    VolumeCounter volumes(schedule.size());
    bool const timed = machine != nullptr && machine->has_rates();
    double total = 0;
    double free_of_contention = 0;
    double packed_bytes = 0;
    ScheduleCost cost;
    for (int step = 0; step < schedule.steps(); ++step) {
        StepLoads const& load = loads.count(schedule, step);
        StepVolume const volume = volumes.count(schedule, step);
        StepCost entry{load.max_load, load.max_load_bytes, 0, 0, std::nullopt};
        packed_bytes += static_cast<double>(volume.busiest_rank);
        if (timed && volume.longest > 0) {
            auto const times = times_of(volume, load, schedule.kind(step), *machine);
            if (!times) return tl::unexpected(times.error());
            fill_in(entry, *times);
            total += *entry.time;
            free_of_contention += times->alpha + times->alone;
        } else {
            fill_in(entry, volume);
            if (timed) entry.time = 0;
        }
        cost.steps.push_back(entry);
    }
    if (timed) {
        cost.total_time = total;
        cost.congestion_impact = free_of_contention > 0 ? total / free_of_contention : 1.0;
    }
    if (machine != nullptr && machine->copy) cost.packing_time = packed_bytes * *machine->copy;
    return cost;
}

Result<CdtCost> cdt_cost(Machine const& machine, int senders, int receivers, Index words, bool with_setup) {
    if (!machine.t_m || !machine.t_w) return fail(fmt::format("the profile of {} has no t_m and t_w", machine.name));
    int const setup = with_setup ? 1 + 2 * std::max(senders, receivers) : 0;
    double const ports = (senders + receivers) / 2.0;
    double const volume = *machine.t_w * static_cast<double>(words) / ports;
    return CdtCost{*machine.t_m * (receivers + setup) + volume,
                   *machine.t_m * (senders + receivers - 1 + setup) + volume * (senders + receivers)};
}

} // namespace tessera
