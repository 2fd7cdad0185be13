// SPDX-License-Identifier: BSD-3-Clause
// Tessera: FALLS and PITFALLS intersections against their elements.
#include "tests/property/falls_oracle.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/sets/pitfalls.hpp"
#include "tests/suite/suite.hpp"

#include <map>
#include <numeric>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// From empty to many blocks; blocks that touch, single blocks longer than their stride, one stride a multiple of another.
Falls random_falls(Index fewest = 0) {
    Index const l = between(-20, 60);
    Index const n = between(fewest, 12);
    Index const s = between(1, 20);
    Index const length = between(1, n > 1 ? s : 30);
    return {l, l + length - 1, s, n};
}

/// Every element of every FALLS; fails where two of them overlap.
Elements elements_of(std::vector<Falls> const& families) {
    Elements all;
    for (Falls const& falls : families)
        for (Index i = 0; i < falls.n; ++i)
            for (Index x = falls.block(i).begin; x < falls.block(i).end; ++x) RC_ASSERT(all.insert(x).second);
    return all;
}

Elements common_elements(Falls const& a, Falls const& b) {
    Elements const all_a = elements_of({a}), all_b = elements_of({b});
    Elements common;
    std::ranges::set_intersection(all_a, all_b, std::inserter(common, common.end()));
    return common;
}

bool intersections() {
    return rc::check("Figs. 7, 9 and 11, the boolean function and PeriodicSet find the same elements", [] {
        Falls const a = random_falls(), b = random_falls();
        Elements const common = common_elements(a, b);
        auto const by_period = intersect_by_period(a, b);
        RC_ASSERT(elements_of(intersect_every_pair(a, b)) == common);
        RC_ASSERT(elements_of(by_period) == common);
        RC_ASSERT(intersect_pruned(a, b) == by_period);
        RC_ASSERT(intersects(a, b) == !common.empty());
        RC_ASSERT(std::ranges::is_sorted(by_period, {}, &Falls::l));
        auto const set = intersection(PeriodicSet::of_falls(a), PeriodicSet::of_falls(b));
        RC_ASSERT(members(set, {-100, 500}) == common);
    });
}

bool number_of_falls() {
    return rc::check("at most m1 + m2 FALLS come out (section 2.2)", [] {
        Falls const a = random_falls(2), b = random_falls(2);
        Index const m1 = b.s / std::gcd(a.s, b.s), m2 = a.s / std::gcd(a.s, b.s);
        RC_ASSERT(static_cast<Index>(intersect_pruned(a, b).size()) <= m1 + m2);
    });
}

bool cyclic_families() {
    return rc::check("the PITFALLS of cyclic(m) are what each coordinate owns", [] {
        Index const extent = between(0, 120), block = between(1, 15), processors = between(1, 9);
        std::map<Index, std::vector<Falls>> owned;
        auto const families = pitfalls_of_cyclic(extent, block, processors);
        RC_ASSERT(families.size() <= 3u);
        for (auto const& [first, family] : families)
            for (Index q = 0; q < family.p; ++q) owned[first + q].push_back(family.member(q));
        for (Index q = 0; q < processors; ++q) {
            Elements expected;
            for (Index x = 0; x < extent; ++x)
                if (x / block % processors == q) expected.insert(x);
            RC_ASSERT(elements_of(owned[q]) == expected);
            auto const set = PeriodicSet::periodic(0, block * processors, {{q * block, (q + 1) * block}}, {0, extent});
            if (processors > 1) RC_ASSERT(owned[q] == set.falls());
        }
    });
}

bool family_intersections() {
    return rc::check("Fig. 14 names every pair that meets, and no other", [] {
        auto const random_family = [] {
            Falls const falls = random_falls();
            return Pitfalls{falls.l, falls.r, falls.s, falls.n, between(0, 12), between(0, 5)};
        };
        Pitfalls const a = random_family(), b = random_family();
        auto const transfers = intersect(a, b);
        std::size_t next = 0;
        for (Index p1 = 0; p1 < a.p; ++p1)
            for (Index p2 = 0; p2 < b.p; ++p2) {
                Elements const common = common_elements(a.member(p1), b.member(p2));
                if (common.empty()) continue;
                RC_ASSERT(next < transfers.size());
                RC_ASSERT((transfers[next].source == p1 && transfers[next].target == p2));
                RC_ASSERT(elements_of(transfers[next].sets) == common);
                ++next;
            }
        RC_ASSERT(next == transfers.size());
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=10000");
    return exit_code({intersections(), number_of_falls(), cyclic_families(), family_intersections()});
}
