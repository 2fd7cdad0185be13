// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the placement of ranks on nodes.
#include "libcore/network/placement.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/base/units.hpp"
#include "libcore/network/grid.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <numeric>
#include <random>

namespace tessera {

namespace {

/// Returns the grid's extents, or one line of nodes for any other network.
std::vector<int> extents_of(Topology const& topology) {
    auto const* grid = dynamic_cast<Grid const*>(&topology);
    return grid ? grid->extents() : std::vector<int>{topology.nodes()};
}

int row_major_number(std::vector<int> const& coordinates, std::vector<int> const& extents) {
    int number = 0;
    for (std::size_t d = 0; d < extents.size(); ++d) number = number * extents[d] + coordinates[d];
    return number;
}

/// Returns the nodes in the order in which the first dimension varies fastest.
std::vector<int> column_major_order(std::vector<int> const& extents) {
    std::vector<int> order;
    std::vector<int> at(extents.size(), 0);
    int const nodes = std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>());
    for (int i = 0; i < nodes; ++i) {
        order.push_back(row_major_number(at, extents));
        for (std::size_t d = 0; d < at.size() && ++at[d] == extents[d]; ++d) at[d] = 0;
    }
    return order;
}

/// Returns the nodes in the order of the interleaved bits of the coordinates: 2 x 2 x ... tiles within 4 x 4 x ... tiles and so on.
/// So consecutive ranks are near each other.
std::vector<int> blocked_order(std::vector<int> const& extents) {
    std::vector<int> order(as_size(std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>())));
    std::iota(order.begin(), order.end(), 0);
    auto const interleaved = [&extents](int node) {
        std::vector<int> at(extents.size());
        for (std::size_t d = extents.size(); d-- > 0; node /= extents[d]) at[d] = node % extents[d];
        std::vector<bool> bits;
        for (int bit = 20; bit >= 0; --bit)
            for (int const coordinate : at) bits.push_back((coordinate >> bit & 1) != 0);
        return bits;
    };
    std::ranges::stable_sort(order, {}, interleaved);
    return order;
}

std::vector<int> random_order(int nodes, std::uint64_t seed) {
    std::vector<int> order(as_size(nodes));
    std::iota(order.begin(), order.end(), 0);
    std::mt19937_64 engine(seed);
    // Fisher-Yates is written out because std::shuffle may differ between standard libraries, and a seed must give one placement.
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
    return order;
}

} // namespace

Placement Placement::row_major(int ranks) {
    Placement placement;
    placement.node.resize(as_size(ranks));
    std::iota(placement.node.begin(), placement.node.end(), 0);
    return placement;
}

Result<Placement> Placement::make(std::string_view how, int ranks, Topology const& topology) {
    if (ranks > topology.nodes())
        return fail(
            fmt::format("{} do not fit the {} of {}", counted(ranks, "rank"), counted(topology.nodes(), "node"), topology.name()));
    if (how == "row-major") return row_major(ranks);
    std::vector<int> order;
    std::string_view constexpr random_prefix = "random:";
    if (how == "column-major") {
        order = column_major_order(extents_of(topology));
    } else if (how == "blocked") {
        order = blocked_order(extents_of(topology));
    } else if (how.starts_with(random_prefix)) {
        std::uint64_t seed = 0;
        auto const digits = how.substr(random_prefix.size());
        auto const [rest, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
        if (failure != std::errc() || rest != digits.data() + digits.size())
            return fail(fmt::format("'{}': the seed must be a whole number, as in random:42", how));
        order = random_order(topology.nodes(), seed);
    } else {
        std::vector<std::string> const names{"row-major", "column-major", "blocked", "random:"};
        return fail(
            fmt::format("'{}' is not a placement{}; known placements are row-major, column-major, blocked, random:SEED and a file",
                        how, suggestion(std::string(how), names)));
    }
    order.resize(as_size(ranks));
    return Placement{std::move(order)};
}

Result<Placement> Placement::from_list(std::string_view text, int ranks, Topology const& topology) {
    Placement placement;
    std::vector<bool> taken(as_size(topology.nodes()), false);
    for (char const *at = text.data(), *end = at + text.size(); at != end;) {
        if (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t' || *at == ',') {
            ++at;
            continue;
        }
        int node = 0;
        auto const [rest, failure] = std::from_chars(at, end, node);
        auto const rank = placement.node.size();
        if (failure != std::errc()) return fail(fmt::format("the node of rank {} is not a number", rank));
        if (node < 0 || node >= topology.nodes())
            return fail(fmt::format("rank {} is placed on node {}, but {} has nodes 0 to {}", rank, node, topology.name(),
                                    topology.nodes() - 1));
        if (taken[as_size(node)]) return fail(fmt::format("node {} holds two ranks; rank {} is the second", node, rank));
        taken[as_size(node)] = true;
        placement.node.push_back(node);
        at = rest;
    }
    if (static_cast<int>(placement.node.size()) != ranks)
        return fail(
            fmt::format("the placement lists {} for {}", counted(std::ssize(placement.node), "node"), counted(ranks, "rank")));
    return placement;
}

} // namespace tessera
