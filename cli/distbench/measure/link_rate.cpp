// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measures the link between two nodes when all their ranks use it.
#include "cli/distbench/measure/link_rate.hpp"

#include "cli/distbench/measure/port_timer.hpp"
#include "libcore/base/require.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace tessera {

namespace {

constexpr std::array<Index, 2> lengths{Index{256} << 10, Index{1} << 20}; // both far above any protocol switch

/// Returns the ranks of each node, ascending.
std::vector<std::vector<int>> ranks_by_node(std::span<int const> nodes) {
    std::vector<std::vector<int>> ranks(as_size(*std::ranges::max_element(nodes)) + 1);
    for (std::size_t rank = 0; rank < nodes.size(); ++rank) ranks[as_size(nodes[rank])].push_back(static_cast<int>(rank));
    return ranks;
}

/// Returns the rank with the same position on the paired node, if there is one.
measure::Partners partner_of(int rank, std::span<int const> nodes, std::vector<std::vector<int>> const& ranks) {
    auto const node = static_cast<std::size_t>(nodes[static_cast<std::size_t>(rank)]);
    std::size_t const other = node ^ 1U;
    if (other >= ranks.size()) return {};
    auto const place = as_size(std::ranges::find(ranks[node], rank) - ranks[node].begin());
    if (place >= ranks[other].size()) return {};
    return {ranks[other][place], ranks[other][place]};
}

/// Returns the largest number of messages that share a node's link in one direction.
std::size_t most_sharing(std::vector<std::vector<int>> const& ranks) {
    std::size_t most = 0;
    for (std::size_t node = 0; node + 1 < ranks.size(); node += 2)
        most = std::max(most, std::min(ranks[node].size(), ranks[node + 1].size()));
    return most;
}

} // namespace

std::optional<double> measure_link(Communicator const& comm, std::span<int const> nodes, double seconds) {
    require(std::ssize(nodes) == comm.size(), "measure_link expects a node for each rank");
    auto const ranks = ranks_by_node(nodes);
    if (ranks.size() < 2) return std::nullopt;
    auto const partners = partner_of(comm.rank(), nodes, ranks);
    measure::PortTimer timer(comm, lengths.back());
    double const less = timer.both_ways(partners, lengths.front(), seconds / 2);
    double const more = timer.both_ways(partners, lengths.back(), seconds / 2);
    auto const bytes = static_cast<double>(lengths.back() - lengths.front()) * static_cast<double>(most_sharing(ranks));
    return std::max(0.0, (more - less) / bytes);
}

} // namespace tessera
