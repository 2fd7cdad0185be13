// SPDX-License-Identifier: BSD-3-Clause
// Tessera: hops of whole messages in the fewest steps, with one port per rank.
#include "libcore/schedule/detail/coloured_hops.hpp"

#include "libcore/schedule/detail/edge_colouring.hpp"
#include "libcore/schedule/detail/ordered_messages.hpp"

namespace tessera::detail {

Result<std::vector<Hop>> coloured_hops(MessageSet const& messages, Watch const& watch) {
    std::vector<MessageSet::Triple> const ordered = largest_first(messages);
    std::vector<BipartiteEdge> edges;
    edges.reserve(ordered.size());
    for (MessageSet::Triple const& message : ordered) edges.push_back({message.from, message.to});
    EdgeColouring const colouring(messages.size(), messages.size(), static_cast<int>(messages.max_degree()), edges, watch);
    if (!colouring.done()) return stopped_error();
    std::vector<Hop> hops;
    hops.reserve(ordered.size());
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        auto const& [from, to, bytes] = ordered[i];
        hops.push_back({colouring.colour(i), from, to, {from, to, 0, bytes}});
    }
    return hops;
}

} // namespace tessera::detail
