// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what two FALLS have in common, found by trying every pair of their blocks.
#pragma once

#include "libcore/sets/falls.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace tessera::oracle {

/// PITFALLS paper, Fig. 7: what two blocks have in common is a FALLS of its own. Visits n1 * n2 pairs.
inline std::vector<Falls> intersect_every_pair(Falls const& a, Falls const& b) {
    std::vector<Falls> found;
    for (Index i1 = 0; i1 < a.n; ++i1)
        for (Index i2 = 0; i2 < b.n; ++i2) {
            Run const both = intersection(a.block(i1), b.block(i2));
            if (!both.empty()) found.push_back({both.begin, both.end - 1, both.size(), 1});
        }
    return found;
}

/// What Fig. 9 finds: the pairs of blocks (i1, i2), (i1 + m1, i2 + m2), ... lie alike, one period lcm(s1, s2) after the other, and
/// make up one FALLS. In ascending order.
inline std::vector<Falls> intersect_by_period(Falls const& a, Falls const& b) {
    Index const common = std::gcd(a.s, b.s), m1 = b.s / common, m2 = a.s / common;
    std::map<std::pair<Index, Index>, Falls> families; // by the pair in the first period of a, where b may have no such block
    for (Index i1 = 0; i1 < a.n; ++i1)
        for (Index i2 = 0; i2 < b.n; ++i2) {
            Run const both = intersection(a.block(i1), b.block(i2));
            if (both.empty()) continue;
            std::pair const first{i1 % m1, i2 - i1 / m1 * m2};
            Falls& family = families.try_emplace(first, Falls{both.begin, both.end - 1, both.size(), 0}).first->second;
            if (++family.n > 1) family.s = m1 * a.s;
        }
    std::vector<Falls> found;
    for (auto const& [pair, family] : families) found.push_back(family);
    std::ranges::sort(found, {}, &Falls::l);
    return found;
}

} // namespace tessera::oracle
