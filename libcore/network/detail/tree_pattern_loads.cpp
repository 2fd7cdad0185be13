// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of regular steps on the two fat trees.
#include "libcore/network/detail/tree_pattern_loads.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace tessera::detail {

namespace {

using Shape = StepPattern::Shape;

/// Returns the position that a position sends to, in one-port shapes. It may be the same one.
int partner_of(StepPattern const& pattern, int position) {
    int const size = pattern.size;
    switch (pattern.shape) {
    case Shape::Shift:
        return (position + pattern.amount) % size;
    case Shape::Reflection:
        return (pattern.amount - position + size) % size;
    case Shape::Xor:
        return ((((position + pattern.offset) % size) ^ pattern.amount) + size - pattern.offset) % size;
    default:
        assert(false && "not a one-port shape");
        return position;
    }
}

/// Calls visit(from, to) for each message of a step.
template <class Visit>
void visit_messages(StepPattern const& pattern, Visit visit) {
    for (int from = 0; from < pattern.size; ++from) {
        if (pattern.one_port()) {
            if (int const to = partner_of(pattern, from); to != from) visit(from, to);
            continue;
        }
        for (int to = 0; to < pattern.size; ++to)
            if (to != from &&
                (pattern.shape == Shape::Everything || pattern.amount == (pattern.shape == Shape::Gather ? to : from)))
                visit(from, to);
    }
}

} // namespace

/// A shifted exclusive or does not keep aligned subtrees together.
bool Cm5PatternLoads::knows(StepPattern const& pattern) const {
    return pattern.size <= tree_.nodes() && (pattern.shape != Shape::Xor || pattern.offset == 0);
}

Cm5PatternLoads::Subtree Cm5PatternLoads::subtree(StepPattern const& pattern, int level, int index) const {
    Index const width = Index{1} << (2 * level);
    auto const clipped = [&](Index position) { return static_cast<int>(std::min<Index>(position, pattern.size)); };
    return {clipped(index * width), clipped((index + 1) * width)};
}

/// Returns the positions of a subtree whose partner is in it, too. For one-port shapes.
Index Cm5PatternLoads::staying(StepPattern const& pattern, Subtree const& part) {
    Index const size = pattern.size;
    Index const width = part.end - part.begin;
    if (pattern.shape == Shape::Xor) return pattern.amount < width ? width : 0;
    // The partners are consecutive on the circle of positions.
    Index const first = pattern.shape == Shape::Shift ? part.begin + Index{pattern.amount} : Index{pattern.amount} - part.end + 1;
    Index both = 0;
    for (Index begin = (first + size) % size - size; begin < size; begin += size)
        both += std::max<Index>(0, std::min<Index>(part.end, begin + width) - std::max<Index>(part.begin, begin));
    return both;
}

Cm5PatternLoads::Crossing Cm5PatternLoads::crossing(StepPattern const& pattern, Subtree const& part) {
    Index const inside = part.end - part.begin;
    Index const outside = pattern.size - inside;
    bool const has_centre = part.begin <= pattern.amount && pattern.amount < part.end;
    switch (pattern.shape) {
    case Shape::Gather:
        return has_centre ? Crossing{0, outside} : Crossing{inside, 0};
    case Shape::Scatter:
        return has_centre ? Crossing{outside, 0} : Crossing{0, inside};
    case Shape::Everything:
        return {inside * outside, inside * outside};
    default: // as many come as go
        return {inside - staying(pattern, part), inside - staying(pattern, part)};
    }
}

/// All full subtrees of a level have equal loads, except the central one, and except in reflections.
PatternPeak Cm5PatternLoads::peak(StepPattern const& pattern) {
    PatternPeak peak;
    auto const consider = [&](Index messages, int link) {
        PatternPeak const other{messages, link, tree_.links()[as_size(link)].width};
        if (messages > 0 && (other.load() > peak.load() || (other.load() == peak.load() && link < peak.busiest))) peak = other;
    };
    for (int level = 0; level < tree_.levels(); ++level) {
        auto const look = [&](int index) {
            Crossing const messages = crossing(pattern, subtree(pattern, level, index));
            int const up = tree_.bundle(level, index);
            consider(messages.up, up);
            consider(messages.down, up + 1);
        };
        int const last = static_cast<int>(Index{pattern.size - 1} >> (2 * level));
        if (pattern.shape == Shape::Reflection)
            for (int index = 0; index <= last; ++index) look(index);
        else
            for (int const index : std::array{0, 1, pattern.amount >> (2 * level), last}) look(std::min(index, last));
    }
    return peak;
}

std::vector<Index> Cm5PatternLoads::messages(StepPattern const& pattern) {
    std::vector<Index> all(tree_.links().size(), 0);
    for (int level = 0; level < tree_.levels(); ++level)
        for (int index = 0; Index{index} << (2 * level) < pattern.size; ++index) {
            Crossing const messages = crossing(pattern, subtree(pattern, level, index));
            auto const up = as_size(tree_.bundle(level, index));
            all[up] = messages.up;
            all[up + 1] = messages.down;
        }
    return all;
}

std::vector<Index> FatTreePatternLoads::messages(StepPattern const& pattern) {
    std::vector<Index> all(tree_.links().size(), 0);
    std::vector<int> route;
    visit_messages(pattern, [&](int from, int to) {
        route.clear();
        tree_.route(from, to, route);
        for (int const link : route) ++all[as_size(link)];
    });
    return all;
}

} // namespace tessera::detail
