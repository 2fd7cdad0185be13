// SPDX-License-Identifier: BSD-3-Clause
// Tessera: all that is written against SimGrid 3.32 (version 4 renamed create_*_zone, create_host and create_link).
#include "tests/simgrid/simulator.hpp"

#include <map>
#include <simgrid/s4u.hpp>
#include <string>
#include <utility>

namespace tessera::simulated {

namespace {

namespace s4u = simgrid::s4u;

/// Bandwidth alone: no TCP window, no share lost to acknowledgements, no factor on latency and bandwidth fitted to real networks.
void start_engine() {
    std::vector<std::string> words{"simgrid",
                                   "--log=root.thresh:warning",
                                   "--cfg=network/model:CM02",
                                   "--cfg=network/TCP-gamma:0",
                                   "--cfg=network/crosstraffic:0",
                                   "--cfg=network/latency-factor:1",
                                   "--cfg=network/bandwidth-factor:1",
                                   "--cfg=network/weight-S:0"};
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    int count = static_cast<int>(pointers.size());
    pointers.push_back(nullptr);
    s4u::Engine::get_instance(&count, pointers.data());
}

constexpr double any_speed = 1e9; // of the processors, which do nothing

std::vector<s4u::Host*> add_hosts(s4u::NetZone& zone, int nodes) {
    std::vector<s4u::Host*> hosts;
    for (int node = 0; node < nodes; ++node) hosts.push_back(zone.create_host(std::to_string(node), any_speed));
    return hosts;
}

std::vector<s4u::LinkInRoute> add_links(s4u::NetZone& zone, Topology const& topology, double bytes_per_second) {
    std::vector<s4u::LinkInRoute> links;
    for (Link const& link : topology.links())
        links.emplace_back(
            zone.create_link(std::to_string(links.size()), static_cast<double>(link.width) * link.capacity * bytes_per_second)
                ->set_latency(0.0));
    return links;
}

/// A zone in which every ordered pair of hosts has its own list of links: `topology` as it is.
std::vector<s4u::Host*> build(Topology const& topology, double bytes_per_second) {
    s4u::NetZone& zone = *s4u::create_full_zone("network");
    auto const hosts = add_hosts(zone, topology.nodes());
    auto const links = add_links(zone, topology, bytes_per_second);
    std::vector<int> ours;
    for (int from = 0; from < topology.nodes(); ++from)
        for (int to = 0; to < topology.nodes(); ++to) {
            if (from == to) continue;
            ours.clear();
            topology.route(from, to, ours);
            std::vector<s4u::LinkInRoute> route;
            for (int const link : ours) route.push_back(links[static_cast<std::size_t>(link)]);
            zone.add_route(hosts[static_cast<std::size_t>(from)]->get_netpoint(),
                           hosts[static_cast<std::size_t>(to)]->get_netpoint(), nullptr, nullptr, route, false);
        }
    zone.seal();
    return hosts;
}

void play(Step const& step, std::vector<s4u::Host*> const& hosts) {
    std::vector<s4u::CommPtr> running;
    for (Transfer const& message : step)
        running.push_back(s4u::Comm::sendto_async(hosts[static_cast<std::size_t>(message.from)],
                                                  hosts[static_cast<std::size_t>(message.to)],
                                                  static_cast<std::uint64_t>(message.bytes)));
    s4u::Comm::wait_all(running);
}

using HostAt = std::pair<simgrid::kernel::routing::NetPoint*, simgrid::kernel::routing::NetPoint*>;

std::vector<unsigned> repeated(unsigned first, unsigned others, std::size_t count) {
    std::vector<unsigned> list(count, others);
    list.front() = first;
    return list;
}

/// SimGrid counts the first dimension of a torus fastest and routes it first, we the last: the dimensions are handed over
/// backwards.
s4u::NetZone* build(Network network, std::span<int const> parameters, s4u::ClusterCallbacks const& hosts) {
    constexpr double bandwidth = 1.0;
    constexpr auto directed = s4u::Link::SharingPolicy::SPLITDUPLEX;
    if (network == Network::Torus)
        return s4u::create_torus_zone("torus", nullptr, {parameters.rbegin(), parameters.rend()}, hosts, bandwidth, 0.0, directed);
    auto const arity = static_cast<unsigned>(parameters[0]);
    auto const levels = static_cast<std::size_t>(parameters[1]);
    s4u::FatTreeParams const tree(static_cast<unsigned>(levels), repeated(arity, arity, levels), repeated(1, arity, levels),
                                  repeated(1, 1, levels));
    return s4u::create_fatTree_zone("tree", nullptr, tree, hosts, bandwidth, 0.0, directed);
}

} // namespace

std::vector<double> step_times(Topology const& topology, std::span<Step const> steps, double bytes_per_second) {
    start_engine();
    auto const hosts = build(topology, bytes_per_second);
    std::vector<double> times;
    s4u::Actor::create("director", hosts.front(), [&] {
        for (Step const& step : steps) {
            double const start = s4u::Engine::get_clock();
            play(step, hosts);
            times.push_back(s4u::Engine::get_clock() - start);
        }
    });
    s4u::Engine::get_instance()->run();
    return times;
}

std::vector<std::vector<std::vector<int>>> routes(Network network, std::span<int const> parameters) {
    start_engine();
    std::vector<s4u::Host*> hosts;
    auto const add_host = [&hosts](s4u::NetZone* zone, std::vector<unsigned long> const&, unsigned long id) -> HostAt {
        hosts.push_back(zone->create_host(std::to_string(id), any_speed));
        return {hosts.back()->get_netpoint(), nullptr};
    };
    build(network, parameters, s4u::ClusterCallbacks(add_host))->seal();
    std::map<s4u::Link const*, int> numbers;
    std::vector<std::vector<std::vector<int>>> all(hosts.size());
    for (std::size_t from = 0; from < hosts.size(); ++from)
        for (s4u::Host const* to : hosts) {
            std::vector<s4u::Link*> links;
            if (to != hosts[from]) hosts[from]->route_to(to, links, nullptr);
            std::vector<int>& route = all[from].emplace_back();
            for (s4u::Link const* link : links)
                route.push_back(numbers.try_emplace(link, static_cast<int>(numbers.size())).first->second);
        }
    return all;
}

} // namespace tessera::simulated
