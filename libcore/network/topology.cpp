// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common part of all networks, and their names.
#include "libcore/network/topology.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/network/grid.hpp"
#include "libcore/network/pattern_loads.hpp"
#include "libcore/network/switched.hpp"
#include "libcore/network/trees.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace tessera {

namespace {

constexpr Index max_nodes = Index{1} << 20;
using Sizes = std::vector<int>;
using Made = std::shared_ptr<Topology const>;

/// One kind of network: its number of parameters, its number of nodes, and the function that makes it.
struct Kind {
    std::string_view name;
    std::string_view usage;
    std::size_t fewest;
    std::size_t most;
    std::function<std::optional<Index>(std::vector<Index> const&)> nodes;
    std::function<Made(std::string, Sizes const&)> make;
    std::function<std::vector<Index>(Index ranks)> sizes_for = nullptr; ///< of the smallest network; null: the sizes are free
};

std::optional<Index> power(Index base, Index exponent) {
    std::optional<Index> result = 1;
    for (Index i = 0; result && i < exponent; ++i) result = *result > max_nodes ? std::nullopt : checked_mul(*result, base);
    return result;
}

std::optional<Index> product(std::vector<Index> const& sizes) {
    return checked_product(sizes);
}

std::vector<Index> as_many(Index ranks) {
    return {ranks};
}

/// Returns rows and columns of the smallest rectangle that is at most twice as long as wide, and holds all ranks.
std::vector<Index> near_square(Index ranks) {
    auto const root = static_cast<Index>(std::sqrt(static_cast<double>(ranks)));
    for (Index rows = root; rows * 2 * rows >= ranks; --rows)
        if (ranks % rows == 0) return {rows, ranks / rows};
    return {root, ceil_div(ranks, root)};
}

std::vector<Index> enough_dimensions(Index ranks) {
    return {std::max<Index>(1, static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(ranks - 1))))};
}

std::vector<Kind> const& kinds() {
    constexpr std::size_t dims = max_dims;
    static std::vector<Kind> const all{
        {"cm5", "cm5(nodes)", 1, 1, product,
         [](std::string n, Sizes const& s) -> Made { return std::make_shared<Cm5Tree>(std::move(n), s[0]); }, as_many},
        {"fattree", "fattree(arity,levels)", 2, 2, [](std::vector<Index> const& s) { return power(s[0], s[1]); },
         [](std::string n, Sizes const& s) -> Made { return std::make_shared<FatTree>(std::move(n), s[0], s[1]); }},
        {"mesh", "mesh(rows,columns,...)", 1, dims, product,
         [](std::string n, Sizes const& s) -> Made { return std::make_shared<Grid>(std::move(n), s, Grid::Edges::Open); },
         near_square},
        {"torus", "torus(rows,columns,...)", 1, dims, product,
         [](std::string n, Sizes const& s) -> Made { return std::make_shared<Grid>(std::move(n), s, Grid::Edges::Wrapped); },
         near_square},
        {"hypercube", "hypercube(dimensions)", 1, 1, [](std::vector<Index> const& s) { return power(2, s[0]); },
         [](std::string n, Sizes const& s) -> Made { return Grid::hypercube(std::move(n), s[0]); }, enough_dimensions},
        {"crossbar", "crossbar(nodes)", 1, 1, product,
         [](std::string n, Sizes const& s) -> Made { return std::make_shared<Crossbar>(std::move(n), s[0]); }, as_many},
        {"bus", "bus(nodes)", 1, 1, product,
         [](std::string n, Sizes const& s) -> Made { return std::make_shared<Bus>(std::move(n), s[0]); }, as_many},
        {"clusters", "clusters(nodes,nodes,links)", 3, 3, [](std::vector<Index> const& s) { return checked_add(s[0], s[1]); },
         [](std::string n, Sizes const& s) -> Made { return std::make_shared<Clusters>(std::move(n), s[0], s[1], s[2]); }},
        {"dragonfly", "dragonfly(groups,routers,nodes)", 3, 3, product,
         [](std::string n, Sizes const& s) -> Made { return std::make_shared<Dragonfly>(std::move(n), s[0], s[1], s[2]); }},
    };
    return all;
}

std::string lower_without_blanks(std::string_view text) {
    std::string result;
    for (char const c : text)
        if (c != ' ' && c != '\t') result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

/// Converts "4,4" to {4, 4}. Returns nothing if a piece is not a positive number.
std::optional<std::vector<Index>> positive_numbers(std::string_view list) {
    std::vector<Index> numbers;
    for (char const *at = list.data(), *end = at + list.size();; ++at) {
        Index value = 0;
        auto const [rest, failure] = std::from_chars(at, end, value);
        if (failure != std::errc() || value < 1) return std::nullopt;
        numbers.push_back(value);
        if (rest == end) return numbers;
        if (*rest != ',') return std::nullopt;
        at = rest;
    }
}

tl::unexpected<Error> unknown_kind(std::string_view text, std::string const& name) {
    std::vector<std::string> names;
    std::string usages;
    for (Kind const& kind : kinds()) {
        names.emplace_back(kind.name);
        usages += (usages.empty() ? "" : ", ") + std::string(kind.usage);
    }
    return fail(fmt::format("'{}' is not a topology{}; known topologies are {}, and a graph.json file", text,
                            suggestion(name, names), usages));
}

} // namespace

int Topology::add_link(int from, int to, Index width, double capacity) {
    links_.push_back({from, to, width, capacity});
    return static_cast<int>(links_.size()) - 1;
}

std::string Topology::label(int vertex) const {
    return std::to_string(vertex);
}

bool Topology::wraps(int) const {
    return false;
}

bool Topology::route_runs(int, int, std::vector<LinkRun>&) const {
    return false;
}

std::unique_ptr<PatternLoads> Topology::pattern_loads() const {
    return nullptr;
}

Result<Made> make_topology(std::string_view text) {
    std::string const typed = lower_without_blanks(text);
    auto const open = typed.find('(');
    std::string const name = typed.substr(0, open);
    auto const kind = std::ranges::find(kinds(), name, &Kind::name);
    if (kind == kinds().end()) return unknown_kind(text, name);
    if (open == std::string::npos || typed.back() != ')')
        return fail(fmt::format("'{}' needs its sizes: write {}", text, kind->usage));
    auto const sizes = positive_numbers(std::string_view(typed).substr(open + 1, typed.size() - open - 2));
    if (!sizes) return fail(fmt::format("the sizes in '{}' must be positive whole numbers: write {}", text, kind->usage));
    if (sizes->size() < kind->fewest || sizes->size() > kind->most)
        return fail(fmt::format("'{}' has {} sizes: write {}", text, sizes->size(), kind->usage));
    auto const nodes = kind->nodes(*sizes);
    bool const small = std::ranges::all_of(*sizes, [](Index size) { return size <= max_nodes; });
    if (!small || !nodes || *nodes > max_nodes) return fail(fmt::format("'{}' has more than {} nodes", text, max_nodes));
    return kind->make(typed, Sizes(sizes->begin(), sizes->end()));
}

Result<Made> make_topology_for(std::string_view kind, int ranks) {
    auto const found = std::ranges::find(kinds(), kind, &Kind::name);
    if (found == kinds().end()) return unknown_kind(kind, std::string(kind));
    if (!found->sizes_for) return fail(fmt::format("'{}' lacks its sizes: write {}", kind, found->usage));
    return make_topology(fmt::format("{}({})", kind, fmt::join(found->sizes_for(ranks), ",")));
}

} // namespace tessera
