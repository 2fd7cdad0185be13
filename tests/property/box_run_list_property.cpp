// SPDX-License-Identifier: BSD-3-Clause
// Tessera: BoxSet, disjoint_boxes and RunList against sets of their elements.
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/sets/box_set.hpp"
#include "libcore/sets/disjoint_boxes.hpp"
#include "libcore/sets/run_list.hpp"
#include "tests/suite/suite.hpp"

using namespace tessera;
using namespace tessera::oracle;

namespace {

void require_equal(RunList const& list, Elements const& expected) {
    RC_ASSERT((list.count() == static_cast<Index>(expected.size()) && list.empty() == expected.empty()));
    Index k = 0;
    for (Index const x : expected) {
        RC_ASSERT((list.contains(x) && list.position(x) == k));
        RC_ASSERT(list.element(k) == x);
        ++k;
    }
    for (std::size_t i = 0; i < list.runs().size(); ++i) {
        RC_ASSERT(!list.runs()[i].empty());
        RC_ASSERT((i == 0 || list.runs()[i - 1].end < list.runs()[i].begin));
    }
}

/// Runs in any order, empty ones and overlapping ones among them.
std::pair<RunList, Elements> random_list() {
    std::vector<Run> runs(static_cast<std::size_t>(between(0, 12)));
    Elements all;
    for (Run& run : runs) {
        run.begin = between(-40, 60);
        run.end = run.begin + between(-2, 12);
        for (Index x = run.begin; x < run.end; ++x) all.insert(x);
    }
    return {RunList(runs), all};
}

bool lists() {
    return rc::check("RunList: union, intersection, complement, clipping, counting", [] {
        auto const [a, all_a] = random_list();
        auto const [b, all_b] = random_list();
        Elements both, either = all_a, inside, outside;
        either.insert(all_b.begin(), all_b.end());
        std::ranges::set_intersection(all_a, all_b, std::inserter(both, both.end()));
        Run const range{between(-60, 80), between(-60, 80)};
        for (Index x = range.begin; x < range.end; ++x) (all_a.contains(x) ? inside : outside).insert(x);
        require_equal(a, all_a);
        std::vector<Run> runs(a.runs().begin(), a.runs().end());
        runs.insert(runs.end(), b.runs().begin(), b.runs().end());
        require_equal(RunList(std::move(runs)), either);
        require_equal(intersection(a, b), both);
        require_equal(a.clipped(range), inside);
        require_equal(a.complement(range), outside);
        Index const x = between(-60, 80);
        RC_ASSERT(a.count_below(x) == std::distance(all_a.begin(), all_a.lower_bound(x)));
        RC_ASSERT(a.contains(x) == all_a.contains(x));
    });
}

bool list_of_set() {
    return rc::check("RunList of a PeriodicSet", [] {
        auto const [set, all] = random_sample();
        auto const list = RunList::of(set);
        require_equal(list, all);
        RC_ASSERT(PeriodicSet::of_runs({list.runs().begin(), list.runs().end()}) == set);
    });
}

/// Zero to three dimensions inside an array, a third of them complete.
BoxSet random_box(Extents const& extents) {
    std::vector<PeriodicSet> dims;
    for (Index const extent : extents) {
        bool const whole = between(0, 2) == 0;
        dims.push_back(whole ? PeriodicSet::interval({0, extent}) : random_sample().set.clipped({0, extent}));
    }
    return BoxSet(dims);
}

Extents random_extents() {
    Extents extents(static_cast<std::size_t>(between(0, 3)));
    for (Index& extent : extents) extent = between(1, 14);
    return extents;
}

bool boxes() {
    return rc::check("BoxSet: order, positions, intersection, linear indices", [] {
        Extents const extents = random_extents();
        BoxSet const a = random_box(extents), b = random_box(extents);
        BoxSet const both = intersection(a, b);
        std::vector<Extents> visited;
        a.for_each([&](std::span<Index const> index) { visited.emplace_back(index.begin(), index.end()); });
        std::size_t next = 0;
        Elements linear;
        Index volume = 1, shared = 0;
        for (Index const extent : extents) volume *= extent;
        for (Index offset = 0; offset < volume; ++offset) {
            Extents index(extents.size());
            Index rest = offset;
            for (std::size_t d = extents.size(); d-- > 0; rest /= extents[d]) index[d] = rest % extents[d];
            bool in_a = true, in_b = true;
            for (std::size_t d = 0; d < extents.size(); ++d) {
                in_a = in_a && a.dims()[d].contains(index[d]);
                in_b = in_b && b.dims()[d].contains(index[d]);
            }
            RC_ASSERT((a.contains(index) == in_a && both.contains(index) == (in_a && in_b)));
            shared += in_a && in_b;
            if (!in_a) continue;
            linear.insert(offset);
            auto const k = static_cast<Index>(next);
            RC_ASSERT(next < visited.size());
            RC_ASSERT(visited[next] == index);
            RC_ASSERT(a.element(k) == index);
            RC_ASSERT(a.position(index) == k);
            ++next;
        }
        RC_ASSERT((next == visited.size() && a.count() == static_cast<Index>(next) && a.empty() == (next == 0)));
        RC_ASSERT(both.count() == shared);
        require_equal(RunList::of(a, extents), linear);
    });
}

/// Per dimension, the parts of a distribution: sets without a common element, of one period or of none.
std::vector<PeriodicSet> random_parts(Index extent) {
    Index const block = between(1, 4), parts = between(1, 4), lead = between(-3, 3);
    std::vector<PeriodicSet> sets;
    for (Index p = 0; p < parts; ++p)
        sets.push_back(PeriodicSet::periodic(lead + p * block, block * parts, {{0, block}}, {0, extent}));
    return sets;
}

/// Boxes that are random, or products of parts with repetitions; among the parts now and then one that overlaps.
std::vector<BoxSet> random_boxes(Extents const& extents) {
    std::vector<std::vector<PeriodicSet>> parts;
    for (Index const extent : extents) parts.push_back(random_parts(extent));
    bool const only_parts = between(0, 1) == 0;
    std::vector<BoxSet> boxes;
    for (Index i = between(0, 12); i > 0; --i) {
        if (!only_parts && between(0, 3) == 0) {
            boxes.push_back(random_box(extents));
            continue;
        }
        std::vector<PeriodicSet> dims;
        for (auto const& sets : parts) dims.push_back(sets[static_cast<std::size_t>(between(0, std::ssize(sets) - 1))]);
        boxes.emplace_back(std::move(dims));
    }
    return boxes;
}

bool boxes_cut_apart() {
    return rc::check("disjoint_boxes: each element of any box in exactly one", [] {
        Extents const extents = random_extents();
        auto const boxes = random_boxes(extents);
        auto const disjoint = disjoint_boxes(boxes);
        std::vector<PeriodicSet> dims;
        for (Index const extent : extents) dims.push_back(PeriodicSet::interval({0, extent}));
        BoxSet(dims).for_each([&](std::span<Index const> index) {
            auto const holds = [&](BoxSet const& box) { return box.contains(index); };
            RC_ASSERT(std::ranges::count_if(disjoint, holds) == (std::ranges::any_of(boxes, holds) ? 1 : 0));
        });
        RC_ASSERT(std::ranges::none_of(disjoint, &BoxSet::empty));
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=10000");
    return exit_code({lists(), list_of_set(), boxes(), boxes_cut_apart()});
}
