// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the CM-5's fat tree.
#include "libcore/network/trees.hpp"

#include "libcore/network/detail/tree_pattern_loads.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

Index Cm5Tree::bundle_width(int level) {
    if (level <= 2) return Index{2} << level;
    return Index{32} << (2 * (level - 3));
}

Cm5Tree::Cm5Tree(std::string name, int nodes) : Topology(std::move(name)) {
    nodes_ = nodes;
    double pitch = 1;
    int level = 0;
    for (int count = nodes, first = 0;; count = (count + 3) / 4, ++level, pitch *= 4) {
        first_.push_back(first);
        for (int i = 0; i < count; ++i) places_.push_back({(i + 0.5) * pitch, 0});
        first += count;
        if (count == 1) break;
    }
    // The root is drawn at the top. The height keeps the links steep.
    double const height = std::max(3.0, nodes / 6.0);
    for (int l = 0; l <= level; ++l)
        for (int v = first_[as_size(l)]; v < (l < level ? first_[as_size(l) + 1] : vertices()); ++v)
            places_[as_size(v)].y = (level - l) * height;
    up_.assign(as_size(vertices()), -1);
    for (int l = 0; l < level; ++l)
        for (int v = vertex(l, 0); v < vertex(l + 1, 0); ++v) {
            int const parent = vertex(l + 1, (v - vertex(l, 0)) / 4);
            up_[as_size(v)] = add_link(v, parent, bundle_width(l));
            add_link(parent, v, bundle_width(l));
        }
}

std::unique_ptr<PatternLoads> Cm5Tree::pattern_loads() const {
    return std::make_unique<detail::Cm5PatternLoads>(*this);
}

std::string Cm5Tree::label(int vertex) const {
    std::size_t level = 0;
    while (level + 1 < first_.size() && vertex >= first_[level + 1]) ++level;
    return level == 0 ? std::to_string(vertex) : fmt::format("L{}.{}", level, vertex - first_[level]);
}

void Cm5Tree::route(int from, int to, std::vector<int>& out) const {
    int turn = 0; // level of the lowest common ancestor
    for (int sender = from, receiver = to; sender != receiver; sender /= 4, receiver /= 4) ++turn;
    for (int level = 0; level < turn; ++level, from /= 4) out.push_back(up_[as_size(vertex(level, from))]);
    auto const way_down = static_cast<std::ptrdiff_t>(out.size());
    for (int level = 0; level < turn; ++level, to /= 4) out.push_back(up_[as_size(vertex(level, to))] + 1);
    std::reverse(out.begin() + way_down, out.end());
}

} // namespace tessera
