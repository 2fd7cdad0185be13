// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the k-ary n-tree.
#include "libcore/network/trees.hpp"

#include "libcore/network/detail/tree_pattern_loads.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

FatTree::FatTree(std::string name, int arity, int levels) : Topology(std::move(name)), arity_(arity), levels_(levels), power_{1} {
    for (int l = 0; l < levels; ++l) power_.push_back(power_.back() * arity);
    nodes_ = power_[as_size(levels)];
    switches_per_level_ = nodes_ / arity;
    place_vertices();
    add_links();
}

void FatTree::place_vertices() {
    double const height = std::max(3.0, nodes_ / 6.0); // height of a level; keeps the links steep
    for (int node = 0; node < nodes_; ++node) places_.push_back({node + 0.5, levels_ * height});
    for (int level = 0; level < levels_; ++level)
        for (int i = 0; i < switches_per_level_; ++i) places_.push_back({(i + 0.5) * arity_, (levels_ - 1 - level) * height});
}

int FatTree::with_digit(int number, int place, int value) const {
    return number + (value - digit(number, place)) * power_[as_size(place)];
}

/// Switch w of level l has an uplink to every switch of level l+1 whose index differs from w in digit l at most.
void FatTree::add_links() {
    uplink_.assign((as_size(nodes_) + as_size(levels_ - 1) * as_size(switches_per_level_)) * as_size(arity_), -1);
    auto const join = [this](int lower, int port, int upper) {
        uplink_[as_size(lower) * as_size(arity_) + as_size(port)] = add_link(lower, upper);
        add_link(upper, lower);
    };
    for (int node = 0; node < nodes_; ++node) join(node, 0, switch_at(0, node / arity_));
    for (int level = 0; level + 1 < levels_; ++level)
        for (int w = 0; w < switches_per_level_; ++w)
            for (int port = 0; port < arity_; ++port)
                join(switch_at(level, w), port, switch_at(level + 1, with_digit(w, level, port)));
}

std::unique_ptr<PatternLoads> FatTree::pattern_loads() const {
    return std::make_unique<detail::FatTreePatternLoads>(*this);
}

std::string FatTree::label(int vertex) const {
    if (vertex < nodes_) return std::to_string(vertex);
    int const s = vertex - nodes_;
    return fmt::format("S{}.{}", s / switches_per_level_, s % switches_per_level_);
}

void FatTree::route(int from, int to, std::vector<int>& out) const {
    if (from == to) return;
    int turn = levels_ - 1; // level of the lowest common ancestors
    while (digit(from, turn) == digit(to, turn)) --turn;
    auto const uplink = [this](int vertex, int port) { return uplink_[as_size(vertex) * as_size(arity_) + as_size(port)]; };
    out.push_back(uplink(from, 0));
    int w = from / arity_;
    for (int level = 0; level < turn; ++level) {
        int const port = digit(to, level);
        out.push_back(uplink(switch_at(level, w), port));
        w = with_digit(w, level, port);
    }
    // On the way down, digit l of the switch index becomes the destination's digit l+1. Each downlink's number follows its
    // uplink's.
    for (int level = turn; level-- > 0;) {
        int const port = digit(w, level);
        w = with_digit(w, level, digit(to, level + 1));
        out.push_back(uplink(switch_at(level, w), port) + 1);
    }
    out.push_back(uplink(to, 0) + 1);
}

} // namespace tessera
