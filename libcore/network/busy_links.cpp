// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the busy links of a network: their loads and their messages.
#include "libcore/network/busy_links.hpp"

#include <algorithm>

namespace tessera {

std::vector<BusyLink> busy_links(Topology const& topology, StepLoads const& loads) {
    std::vector<BusyLink> busy;
    for (std::size_t i = 0; i < loads.messages.size(); ++i) {
        if (loads.messages[i] == 0) continue;
        Link const& link = topology.links()[i];
        double const bytes = static_cast<double>(loads.bytes[i]) / (static_cast<double>(link.width) * link.capacity);
        busy.push_back({.link = static_cast<int>(i),
                        .from = topology.label(link.from),
                        .to = topology.label(link.to),
                        .width = link.width,
                        .messages = loads.messages[i],
                        .bytes = loads.bytes[i],
                        .load = static_cast<double>(loads.messages[i]) / static_cast<double>(link.width),
                        .share = bytes / loads.max_load_bytes});
    }
    std::ranges::stable_sort(busy, std::greater(), &BusyLink::share);
    return busy;
}

Result<void> for_each_through(Schedule const& schedule, Topology const& topology, Placement const& placement,
                              std::optional<int> step, int link, std::function<void(Transfer const&)> const& visit,
                              Watch const& watch) {
    std::vector<int> route;
    auto const node = [&](int position) { return placement.node[as_size(position)]; };
    auto const visit_if_through = [&](Transfer const& transfer) {
        route.clear();
        topology.route(node(transfer.from), node(transfer.to), route);
        if (std::ranges::find(route, link) != route.end()) visit(transfer);
    };
    int const end = step ? *step + 1 : schedule.steps();
    for (int each = step.value_or(0); each < end; ++each) {
        if (watch.stopped()) return stopped_error();
        schedule.for_each_transfer(each, visit_if_through);
    }
    return {};
}

} // namespace tessera
