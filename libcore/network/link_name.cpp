// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of links.
#include "libcore/network/link_name.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

constexpr int most_links_told = 8;

std::string way_of(Topology const& topology, Link const& link) {
    return topology.label(link.from) + "-" + topology.label(link.to);
}

/// Returns a text with the links from the vertex at the begin of the name, as suggestions.
std::string neighbours_text(Topology const& topology, std::string_view name) {
    std::string_view const start = name.substr(0, name.find('-'));
    std::string told;
    int count = 0;
    for (int link = 0; link < static_cast<int>(topology.links().size()); ++link) {
        if (topology.label(topology.links()[as_size(link)].from) != start) continue;
        if (++count <= most_links_told) told += (told.empty() ? "" : ", ") + link_name(topology, link);
    }
    if (count > most_links_told) told += fmt::format(" and {} more", count - most_links_told);
    if (count > 0) return fmt::format("; from {} there are {}", start, told);
    if (topology.links().empty()) return "; it has no links";
    return fmt::format("; a link is named from one end to the other, such as {}", link_name(topology, 0));
}

} // namespace

std::string link_name(Topology const& topology, int link) {
    auto const links = topology.links();
    Link const& wanted = links[as_size(link)];
    int place = 1; // number among the links with the same vertices
    for (int each = 0; each < link; ++each)
        if (links[as_size(each)].from == wanted.from && links[as_size(each)].to == wanted.to) ++place;
    std::string const name = way_of(topology, wanted);
    return place == 1 ? name : fmt::format("{}/{}", name, place);
}

Result<int> link_named(Topology const& topology, std::string_view name) {
    for (int link = 0; link < static_cast<int>(topology.links().size()); ++link)
        if (name.starts_with(way_of(topology, topology.links()[as_size(link)])) && link_name(topology, link) == name) return link;
    return fail(fmt::format("{} has no link '{}'{}", topology.name(), name, neighbours_text(topology, name)));
}

} // namespace tessera
