// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts and colours that all pictures of link loads share.
#include "libcore/scene/detail/load_display.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/detail/link_styles.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::detail {

std::vector<int> tapping_nodes(Topology const& topology) {
    std::vector<char> linked(as_size(topology.vertices()), 0);
    for (Link const& link : topology.links()) linked[as_size(link.from)] = linked[as_size(link.to)] = 1;
    std::vector<int> nodes;
    for (int node = 0; node < topology.nodes() && !topology.links().empty(); ++node)
        if (!linked[as_size(node)]) nodes.push_back(node);
    return nodes;
}

LoadDisplay::LoadDisplay(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption)
    : topology_(topology), traffic_(traffic), caption_(caption), is_bus_(!tapping_nodes(topology).empty()),
      most_(traffic.most_shown(topology)),
      scale_(caption.in_motion ? share_scale() : ColorScale(ColorScale::Kind::Linear, 1, traffic.scale_end(topology))) {}

bool LoadDisplay::is_shared(double load) const {
    return load > (traffic_.equal_lengths ? 1 : static_cast<double>(traffic_.longest));
}

std::string LoadDisplay::subtitle() const {
    if (caption_.in_motion) return caption_.when;
    int const busiest = traffic_.loads.busiest;
    std::string const messages = fmt::format("{} {}", counted(traffic_.transfers, "message"), caption_.when);
    if (busiest < 0) return messages;
    if (!is_shared(most_)) return messages + "; no link carries more than one message";
    return fmt::format("{}; the busiest {}", messages, link_text(busiest));
}

std::string LoadDisplay::link_text(int link) const {
    auto const l = as_size(link);
    Link const& each = topology_.links()[l];
    if (caption_.in_motion) return fmt::format("link {} to {}", topology_.label(each.from), topology_.label(each.to));
    if (is_bus_)
        return fmt::format("link, {}: {}, {}", topology_.label(each.from), counted(traffic_.loads.messages[l], "message"),
                           scaled_bytes(traffic_.loads.bytes[l]));
    std::string const bundle = each.width > 1 ? fmt::format(" on {} parallel links", each.width) : "";
    return fmt::format("link {} to {}: {}, {}{}", topology_.label(each.from), topology_.label(each.to),
                       counted(traffic_.loads.messages[l], "message"), scaled_bytes(traffic_.loads.bytes[l]), bundle);
}

std::string LoadDisplay::number_text(double load) const {
    return traffic_.equal_lengths ? fmt::format("{:.3g}", load) : short_bytes(load);
}

std::string LoadDisplay::vertex_text(int vertex) const {
    if (vertex >= topology_.nodes()) return "switch " + topology_.label(vertex);
    auto const& rank = traffic_.ranks[as_size(vertex)];
    if (!rank) return fmt::format("node {}, without a rank", vertex);
    return fmt::format("rank {} on node {}{}", *rank, vertex, traffic_.busy[as_size(vertex)] || caption_.in_motion ? "" : ", idle");
}

std::string LoadDisplay::scale_heading() const {
    if (caption_.in_motion) return "share of the capacity of a link in use now";
    bool const bundles = std::ranges::any_of(topology_.links(), [](Link const& link) { return link.width > 1; });
    return fmt::format("{} on a link {}{}", traffic_.equal_lengths ? "messages" : "bytes", caption_.when,
                       bundles ? ", per parallel link" : "");
}

} // namespace tessera::detail
