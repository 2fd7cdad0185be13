// SPDX-License-Identifier: BSD-3-Clause
// Tessera: with how many processors each one communicates (Thakur 1995, theorems 3.1 to 3.3).
#include "libcore/redist/dim_transfer.hpp"
#include "libcore/redist/methods/partner_theorem.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>

using namespace tessera;
using namespace tessera::oracle;

namespace {

DimTransfer transfer(DistFormat const& from, DistFormat const& to, Index extent, Index processors) {
    return {DimMapping::distributed(from, extent, processors).value(), DimMapping::distributed(to, extent, processors).value()};
}

/// Entries for other processors.
Index others(std::vector<DimTransfer::Entry> const& entries, Index self) {
    return std::ranges::count_if(entries, [self](auto const& entry) { return entry.coord != self; });
}

bool block_to_cyclic() {
    return rc::check("theorem 3.1: block(m) to cyclic, any extent", [] {
        Index const processors = between(1, 20);
        Index const extent = between(1, 400);
        Index const m = ceil_div(extent, processors) + between(0, 5);
        auto const factor = transfer(DistFormat::block(m), DistFormat::cyclic(), extent, processors);
        for (Index p = 0; p < processors; ++p) {
            Index const before = factor.source().count(p);
            Index const after = factor.target().count(p);
            Index const sends = others(factor.row(p), p);
            if (before >= processors)
                RC_ASSERT(sends == processors - 1);
            else
                RC_ASSERT(sends == before || (before > 0 && sends == before - 1));
            RC_ASSERT(others(factor.column(p), p) <= std::min(after, ceil_div(extent, m)));
        }
    });
}

/// cyclic(x) to cyclic(y), the larger being k times the smaller. The extent must reach P max(x, y), which the paper does not
/// say: below that, processors without a block break the counts.
void require_partners(Index x, Index y, Index k, Index processors, Index extent) {
    auto const factor = transfer(DistFormat::cyclic(x), DistFormat::cyclic(y), extent, processors);
    for (Index p = 0; p < processors; ++p) {
        Index const sends = others(factor.row(p), p);
        Index const receives = others(factor.column(p), p);
        if (k < processors) {
            RC_ASSERT(sends == k || sends == k - 1);
            RC_ASSERT(receives == k || receives == k - 1);
        } else {
            RC_ASSERT(sends == processors - 1);
            RC_ASSERT(receives == processors - 1);
        }
    }
}

bool cyclic_to_cyclic() {
    return rc::check("theorems 3.2 and 3.3: cyclic(k*y) to cyclic(y) and back", [] {
        Index const processors = between(1, 12);
        Index const small = between(1, 6);
        Index const k = between(1, 15);
        Index const least = processors * small * k;
        Index const extent = least + between(0, 3 * least);
        require_partners(small * k, small, k, processors, extent);
        require_partners(small, small * k, k, processors, extent);
    });
}

bool theorems_that_are_named() {
    static int named = 0;
    bool const passed = rc::check("a theorem that is named holds for every processor", [] {
        Index const small = between(1, 6);
        Index const large = small * between(1, 15);
        bool const down = one_in(2);
        CyclicChange const c{0, between(1, 600), down ? large : small, down ? small : large, between(1, 12)};
        auto const theorem = partner_theorem(c);
        bool const covered = c.processors > 1 && large > small && c.extent >= c.processors * large;
        RC_ASSERT(theorem.has_value() || !covered);
        if (!theorem) return;
        ++named;
        auto const within = [&](Index partners) { return theorem->least <= partners && partners <= theorem->most; };
        auto const factor = transfer(DistFormat::cyclic(c.x), DistFormat::cyclic(c.y), c.extent, c.processors);
        for (Index p = 0; p < c.processors; ++p)
            if (theorem->name != "Theorem 3.1")
                RC_ASSERT(within(others(factor.row(p), p)) && within(others(factor.column(p), p)));
            else if (factor.source().count(p) == std::min(c.x, c.extent))
                RC_ASSERT(within(others(factor.row(p), p)));
    });
    return passed && named > cases_of_tier(1000); // the generator makes what it is meant to make
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases();
    return exit_code({block_to_cyclic(), cyclic_to_cyclic(), theorems_that_are_named()});
}
