// SPDX-License-Identifier: BSD-3-Clause
// Tessera: intersections of FALLS (PITFALLS paper, Fig. 11).
#include "libcore/sets/falls.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/modular.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

/// Classes of pairs of blocks (i1, i2) of two FALLS: (i1 + m1, i2 + m2) has the same relative position, one period later.
struct Classes {
    Index m1; ///< number of blocks of the first FALLS in one period lcm(s1, s2)
    Index m2;

    Classes(Falls const& a, Falls const& b) : m1(b.s / std::gcd(a.s, b.s)), m2(a.s / std::gcd(a.s, b.s)) {}
};

/// Appends the common elements of the class of (i1, i2). i1 >= 0 is the first of its class; i2 may be any integer. The FALLS begins
/// with the first pair that exists in both, and lasts as many periods as both do. Precondition: the two blocks overlap.
void append_class(Falls const& a, Falls const& b, Classes classes, Index i1, Index i2, std::vector<Falls>& out) {
    Index const skipped = i2 < 0 ? ceil_div(-i2, classes.m2) : 0;
    if (skipped > (a.n - 1 - i1) / classes.m1) return;
    i1 += skipped * classes.m1;
    i2 += skipped * classes.m2;
    if (i2 >= b.n) return;
    Index const n = std::min((a.n - 1 - i1) / classes.m1, (b.n - 1 - i2) / classes.m2) + 1;
    Run const both = intersection(a.block(i1), b.block(i2));
    out.push_back({both.begin, both.end - 1, n > 1 ? classes.m1 * a.s : both.size(), n});
}

/// Returns the numbers of the blocks of b that overlap the indices [first, last], as if b were endless in both directions (section
/// 2.2).
Run blocks_meeting(Falls const& b, Index first, Index last) {
    return {ceil_div(first - b.r, b.s), floor_div(last - b.l, b.s) + 1};
}

/// Makes the stride at least the block length. A single block may have a shorter stride. The endless FALLS of that stride would
/// overlap itself, and a block would seem to overlap blocks that do not exist.
Falls spaced(Falls const& falls) {
    return {falls.l, falls.r, std::max(falls.s, falls.length()), falls.n};
}

bool either_empty(Falls const& a, Falls const& b) {
    return a.n <= 0 || b.n <= 0;
}

} // namespace

std::vector<Falls> intersect_pruned(Falls const& first, Falls const& second) {
    std::vector<Falls> found;
    if (either_empty(first, second)) return found;
    Falls const a = spaced(first), b = spaced(second);
    Classes const classes(a, b);
    for (Index i1 = 0; i1 < std::min(classes.m1, a.n); ++i1) {
        Run const meeting = blocks_meeting(b, a.block(i1).begin, a.block(i1).end - 1);
        // A block number below 0 becomes valid up to `periods` periods later, if a still has blocks there. A number of b.n or more
        // never does.
        Index const periods = (a.n - 1 - i1) / classes.m1;
        Run const alive = intersection(meeting, {-periods * classes.m2, b.n});
        for (Index i2 = alive.begin; i2 < alive.end; ++i2) append_class(a, b, classes, i1, i2, found);
    }
    std::ranges::sort(found, {}, &Falls::l);
    return found;
}

/// A block of a overlaps an endless b if the phase of its end is small. Counted from the start of a block of b, it must be below
/// the sum of the two lengths minus one. Within the bounds of b, the endless b and the real b overlap the same blocks. The reason:
/// a block that crosses a bound of b contains the element at that bound. So one search over the blocks of a that overlap the bounds
/// of b decides.
bool intersects(Falls const& a, Falls const& b) {
    if (either_empty(a, b)) return false;
    Index const last = b.r + (b.n - 1) * b.s;
    Run const reach = intersection({ceil_div(b.l - a.r, a.s), floor_div(last - a.l, a.s) + 1}, Run{0, a.n});
    if (reach.empty()) return false;
    Index const width = a.length() + b.length() - 1;
    Index const phase = floor_mod(a.r + reach.begin * a.s - b.l, b.s);
    if (phase < width) return true;
    auto const k = first_multiple_in(a.s % b.s, b.s, b.s - phase, b.s - phase + width - 1);
    return k && *k < reach.size();
}

} // namespace tessera
