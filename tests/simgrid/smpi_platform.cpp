// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes one of our networks as a platform for smpirun. Usage: smpi_platform TOPOLOGY BYTES-PER-SECOND LATENCY > FILE.xml
//
// Every node reaches the network through a port of its own, one link out and one in, of the rate of the network's links.
#include "libcore/network/topology.hpp"

#include <cstdlib>
#include <fmt/core.h>
#include <span>
#include <vector>

namespace {

using namespace tessera;

void write_links(Topology const& network, double rate, double latency) {
    auto const write = [latency](std::string const& name, double bandwidth) {
        fmt::print("    <link id=\"{}\" bandwidth=\"{:g}Bps\" latency=\"{:g}s\"/>\n", name, bandwidth, latency);
    };
    for (int node = 0; node < network.nodes(); ++node) {
        write(fmt::format("out{}", node), rate);
        write(fmt::format("in{}", node), rate);
    }
    for (std::size_t i = 0; i < network.links().size(); ++i) {
        Link const& link = network.links()[i];
        write(fmt::format("link{}", i), static_cast<double>(link.width) * link.capacity * rate);
    }
}

void write_routes(Topology const& network) {
    std::vector<int> route;
    for (int from = 0; from < network.nodes(); ++from) {
        for (int to = 0; to < network.nodes(); ++to) {
            if (from == to) continue;
            fmt::print("    <route src=\"node{}\" dst=\"node{}\" symmetrical=\"NO\"><link_ctn id=\"out{}\"/>", from, to, from);
            route.clear();
            network.route(from, to, route);
            for (int const link : route) fmt::print("<link_ctn id=\"link{}\"/>", link);
            fmt::print("<link_ctn id=\"in{}\"/></route>\n", to);
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    std::span<char*> const arguments(argv, static_cast<std::size_t>(argc));
    if (arguments.size() != 4) return EXIT_FAILURE;
    auto const network = make_topology(arguments[1]);
    if (!network) {
        fmt::print(stderr, "{}\n", network.error().message);
        return EXIT_FAILURE;
    }
    fmt::print("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
               "  <zone id=\"network\" routing=\"Full\">\n");
    for (int node = 0; node < (*network)->nodes(); ++node) fmt::print("    <host id=\"node{}\" speed=\"1Gf\"/>\n", node);
    write_links(**network, std::atof(arguments[2]), std::atof(arguments[3]));
    write_routes(**network);
    fmt::print("  </zone>\n</platform>\n");
    return EXIT_SUCCESS;
}
