// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of whole schedules, step by step, and the model of CDT section 3.1.
#include "libcore/network/cost.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

std::optional<double> ScheduleCost::time() const {
    if (!total_time) return std::nullopt;
    return *total_time + packing_time.value_or(0);
}

Result<ScheduleCost> cost_of(Schedule const& schedule, Topology const& topology, Placement const& placement, Machine const* machine,
                             Watch const& watch) {
    StepCoster coster(topology, placement, machine);
    double total = 0;
    double alone = 0;
    double bytes_alone = 0;
    double packed_bytes = 0;
    ScheduleCost cost;
    if (machine != nullptr && !machine->has_rates()) cost.lack = machine->lack_of_rates();
    cost.steps.reserve(as_size(schedule.steps()));
    for (int step = 0; step < schedule.steps(); ++step) {
        if (watch.stopped()) return stopped_error();
        watch.report(step, schedule.steps());
        StepCost const entry = coster.cost(schedule, step);
        if (cost.lack.empty()) cost.lack = coster.lack(entry);
        total += entry.time.value_or(0);
        alone += entry.time_alone.value_or(0);
        cost.congested_bytes += entry.congested_bytes();
        bytes_alone += static_cast<double>(entry.volume.sent_bytes);
        packed_bytes += static_cast<double>(entry.volume.copied_bytes);
        cost.steps.push_back(entry);
    }
    bool const timed = machine != nullptr && cost.lack.empty();
    if (timed) cost.total_time = total;
    if (machine != nullptr && machine->copy) cost.packing_time = packed_bytes * *machine->copy;
    double const with = timed ? total : cost.congested_bytes;
    double const without = timed ? alone : bytes_alone;
    if (without > 0) cost.congestion_impact = with / without;
    return cost;
}

Result<CdtCost> cdt_cost(Machine const& machine, int senders, int receivers, Index words, bool with_setup) {
    if (!machine.t_m || !machine.t_w) return fail(fmt::format("the machine profile of {} has no t_m and t_w", machine.name));
    int const setup = with_setup ? 1 + 2 * std::max(senders, receivers) : 0;
    double const ports = (senders + receivers) / 2.0;
    double const volume = *machine.t_w * static_cast<double>(words) / ports;
    return CdtCost{*machine.t_m * (std::min(senders, receivers) + setup) + volume,
                   *machine.t_m * (senders + receivers - 1 + setup) + volume * (senders + receivers)};
}

} // namespace tessera
