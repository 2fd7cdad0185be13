// SPDX-License-Identifier: BSD-3-Clause
// Tessera: traffic of a schedule on a network in one step or in all steps.
#include "libcore/scene/network/network_traffic.hpp"

#include "libcore/network/step_cost.hpp"

#include <algorithm>

namespace tessera {
namespace {

void add(StepLoads& sum, StepLoads const& step) {
    for (std::size_t link = 0; link < sum.messages.size(); ++link) {
        sum.messages[link] += step.messages[link];
        sum.bytes[link] += step.bytes[link];
    }
    sum.hops += step.hops;
    sum.visits += step.visits;
}

/// Computes the figures of the busiest link.
void summarise(StepLoads& loads, Topology const& topology) {
    loads.max_load = loads.max_load_bytes = 0;
    loads.busiest = -1;
    for (std::size_t l = 0; l < loads.messages.size(); ++l) {
        Link const& link = topology.links()[l];
        auto const width = static_cast<double>(link.width);
        double const bytes = static_cast<double>(loads.bytes[l]) / (width * link.capacity);
        loads.max_load = std::max(loads.max_load, static_cast<double>(loads.messages[l]) / width);
        if (bytes <= loads.max_load_bytes) continue;
        loads.max_load_bytes = bytes;
        loads.busiest = static_cast<int>(l);
    }
}

void note_ranks(NetworkTraffic& traffic, Schedule const& schedule, Placement const& placement) {
    for (int position = 0; position < schedule.size(); ++position)
        traffic.ranks[static_cast<std::size_t>(placement.node[static_cast<std::size_t>(position)])] =
            schedule.messages().rank(position);
}

} // namespace

double NetworkTraffic::shown(Topology const& topology, int link) const {
    auto const l = as_size(link);
    Link const& each = topology.links()[l];
    auto const width = static_cast<double>(each.width);
    return equal_lengths ? static_cast<double>(loads.messages[l]) / width
                         : static_cast<double>(loads.bytes[l]) / (width * each.capacity);
}

double NetworkTraffic::most_shown(Topology const& topology) const {
    double most = 0;
    for (int link = 0; link < static_cast<int>(topology.links().size()); ++link) most = std::max(most, shown(topology, link));
    return most;
}

double NetworkTraffic::scale_end(Topology const& topology) const {
    double const one = equal_lengths ? 1 : static_cast<double>(longest);
    return std::max({most_shown(topology), single_step ? 4 * one : 0, least_scale_end, 1.0});
}

void use_one_scale(NetworkTraffic& one, NetworkTraffic& other, Topology const& topology) {
    bool const silent = one.transfers == 0 || other.transfers == 0;
    one.equal_lengths = other.equal_lengths = one.equal_lengths && other.equal_lengths && (silent || one.longest == other.longest);
    one.least_scale_end = other.least_scale_end = std::max(one.scale_end(topology), other.scale_end(topology));
}

NetworkTraffic no_traffic(Schedule const& schedule, Topology const& topology, Placement const& placement) {
    NetworkTraffic traffic;
    traffic.ranks.resize(as_size(topology.nodes()));
    traffic.busy.assign(as_size(topology.nodes()), 0);
    traffic.loads.messages.assign(topology.links().size(), 0);
    traffic.loads.bytes.assign(topology.links().size(), 0);
    note_ranks(traffic, schedule, placement);
    return traffic;
}

Result<NetworkTraffic> traffic_of(Schedule const& schedule, Topology const& topology, Placement const& placement,
                                  std::optional<int> step, Watch const& watch) {
    NetworkTraffic traffic = no_traffic(schedule, topology, placement);
    traffic.single_step = step.has_value();
    LoadCounter counter(topology, placement);
    for (int s = step.value_or(0); s < (step ? *step + 1 : schedule.steps()); ++s) {
        if (watch.stopped()) return stopped_error();
        add(traffic.loads, counter.count(schedule, s));
        schedule.for_each_transfer(s, [&](Transfer const& transfer) {
            for (int const position : {transfer.from, transfer.to})
                traffic.busy[static_cast<std::size_t>(placement.node[static_cast<std::size_t>(position)])] = 1;
            traffic.equal_lengths = traffic.equal_lengths && (traffic.transfers == 0 || transfer.bytes == traffic.longest);
            traffic.longest = std::max(traffic.longest, transfer.bytes);
            ++traffic.transfers;
        });
    }
    summarise(traffic.loads, topology);
    return traffic;
}

int busiest_step(Schedule const& schedule, Topology const& topology, Placement const& placement) {
    StepCoster coster(topology, placement, nullptr);
    double most = 0;
    int busiest = 0;
    for (int step = 0; step < schedule.steps(); ++step) {
        double const load = coster.cost(schedule, step).max_load_bytes;
        if (load <= most) continue;
        most = load;
        busiest = step;
    }
    return busiest;
}

} // namespace tessera
