// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PeriodicSet against a std::set of its elements.
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/sets/disjoint_union.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Does the set hold exactly these elements, by every way of asking, and is it canonical?
void require_equal(PeriodicSet const& set, Elements const& expected) {
    RC_ASSERT(set.count() == static_cast<Index>(expected.size()));
    RC_ASSERT(set.empty() == expected.empty());
    RC_ASSERT(members(set, {-5500, 5500}) == expected);
    if (expected.empty()) {
        RC_ASSERT((set.bounds() == Run{0, 0} && set.runs().empty()));
        return;
    }
    RC_ASSERT((set.bounds() == Run{*expected.begin(), *expected.rbegin() + 1}));
    RC_ASSERT((set.origin() <= set.bounds().begin && set.bounds().begin < set.origin() + set.period()));
    RC_ASSERT(set.runs().front().begin == 0);
    RC_ASSERT(set.is_interval() == (set.period() == 1));
    RC_ASSERT((set.is_interval() || set.runs().back().end < set.period()));
}

bool queries() {
    return rc::check("count_below, element, position, run_from agree with the elements", [] {
        auto const [set, all] = random_sample();
        require_equal(set, all);
        Index k = 0;
        for (Index const x : all) {
            RC_ASSERT(set.element(k) == x);
            RC_ASSERT(set.position(x) == k);
            ++k;
        }
        Index const x = between(-100, 200);
        RC_ASSERT(set.count_below(x) == std::distance(all.begin(), all.lower_bound(x)));
        Elements walked;
        for (auto run = set.run_from(x); run; run = set.run_from(run->end)) {
            RC_ASSERT((!run->empty() && !all.contains(run->end)));
            for (Index y = run->begin; y < run->end; ++y) walked.insert(y);
        }
        RC_ASSERT(walked == Elements(all.lower_bound(x), all.end()));
        Index runs = 0;
        for (Index const y : all) runs += all.contains(y - 1) ? 0 : 1;
        RC_ASSERT(set.run_count() == runs);
    });
}

bool clipping() {
    return rc::check("clipped, shifted, count_in, complement", [] {
        auto const [set, all] = random_sample();
        Run const range{between(-100, 200), between(-100, 200)};
        Elements inside, outside, moved;
        Index const distance = between(-500, 500);
        for (Index x = range.begin; x < range.end; ++x) (all.contains(x) ? inside : outside).insert(x);
        for (Index const x : all) moved.insert(x + distance);
        require_equal(set.clipped(range), inside);
        require_equal(set.complement(range), outside);
        require_equal(set.shifted(distance), moved);
        RC_ASSERT(set.count_in(range) == static_cast<Index>(inside.size()));
    });
}

bool affine() {
    return rc::check("affine images and preimages, strides of either sign", [] {
        auto const sample = random_sample();
        auto const piece = sample.set.clipped({between(-100, 0), 200});
        auto const all = members(piece, everything);
        Index stride = between(-12, 12);
        if (stride == 0) stride = 25;
        Index const offset = between(-50, 50);
        Elements image, preimage;
        for (Index const x : all) image.insert(stride * x + offset);
        require_equal(piece.affine_image(stride, offset), image);
        Index const count = between(0, 120);
        for (Index k = 0; k < count; ++k)
            if (all.contains(offset + stride * k)) preimage.insert(k);
        require_equal(piece.affine_preimage(offset, stride, count), preimage);
    });
}

bool algebra() {
    return rc::check("intersection, complement, disjoint union and equality", [] {
        auto const [a, all_a] = random_sample();
        auto const [b, all_b] = random_sample();
        Elements common, only_b;
        std::ranges::set_intersection(all_a, all_b, std::inserter(common, common.end()));
        std::ranges::set_difference(all_b, all_a, std::inserter(only_b, only_b.end()));
        require_equal(intersection(a, b), common);
        require_equal(intersection(b, a.complement(everything)), only_b);
        Elements either = all_a;
        either.insert(all_b.begin(), all_b.end());
        auto const rest = intersection(b, a.complement(everything));
        require_equal(disjoint_union(a, rest).value(), either);
        require_equal(disjoint_union(rest, a).value(), either);
        if (auto const shorter = disjoint_union(a, rest, between(0, 6))) require_equal(*shorter, either);
        RC_ASSERT((a == b) == (all_a == all_b));
        RC_ASSERT(intersection(a, b) == intersection(b, a));
    });
}

bool equal_sets() {
    return rc::check("equality sees elements, not representations", [] {
        auto const [set, all] = random_sample();
        std::vector<Run> points;
        for (Index const x : all) points.push_back({x, x + 1});
        RC_ASSERT(PeriodicSet::of_runs(points) == set);
        if (all.empty()) return;
        auto const pulled = static_cast<std::size_t>(between(0, static_cast<Index>(points.size()) - 1));
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(pulled));
        RC_ASSERT(!(PeriodicSet::of_runs(points) == set));
        // As many elements, most frequently with the same bounds: one has moved.
        Index const x = between(*all.begin(), *all.rbegin());
        if (all.contains(x)) return;
        points.push_back({x, x + 1});
        RC_ASSERT(!(PeriodicSet::of_runs(points) == set));
    });
}

bool as_falls() {
    return rc::check("the FALLS of a set make up the set", [] {
        auto const [set, all] = random_sample();
        Elements covered;
        Index last = everything.begin;
        for (Falls const& falls : set.falls()) {
            RC_ASSERT((falls.l >= last && falls.n >= 1 && (falls.n > 1 || falls.s == falls.length())));
            last = falls.l;
            for (Index i = 0; i < falls.n; ++i)
                for (Index x = falls.block(i).begin; x < falls.block(i).end; ++x) RC_ASSERT(covered.insert(x).second);
            auto const part = PeriodicSet::of_falls(falls);
            RC_ASSERT((part.count() == falls.count() && intersection(part, set) == part));
        }
        RC_ASSERT(covered == all);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases();
    return exit_code({queries(), clipping(), affine(), algebra(), equal_sets(), as_falls()});
}
