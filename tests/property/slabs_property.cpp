// SPDX-License-Identifier: BSD-3-Clause
// Tessera: slabs against every index of the array.
#include "tests/property/box_indices.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/io/slabs.hpp"
#include "tests/suite/suite.hpp"

using namespace tessera;
using namespace tessera::oracle;

namespace {

bool slabs() {
    return rc::check("every index is in one slab, slabs fit with their shadow, fresh is what the slab before had not", [] {
        auto const dims = static_cast<std::size_t>(between(1, 3));
        Extents extents(dims);
        std::vector<ShadowWidth> shadow(dims);
        Index least = 1;
        for (std::size_t d = 0; d < dims; ++d) {
            extents[d] = between(1, 7);
            shadow[d] = {between(0, 2), between(0, 2)};
            least *= 1 + shadow[d].low + shadow[d].high;
        }
        std::vector<int> permutation;
        for (Index const d : random_order(static_cast<Index>(dims))) permutation.push_back(static_cast<int>(d));
        Index const room = between(1, 300);
        auto const cut = Slabs::make(extents, permutation, shadow, room);
        RC_ASSERT(cut.has_value() == (least <= room));
        if (!cut) return;
        Index shape = 1;
        for (std::size_t d = 0; d < dims; ++d) shape *= cut->shape()[d] + shadow[d].low + shadow[d].high;
        RC_ASSERT(shape <= room);
        std::set<Extents> seen, before;
        for (Index k = 0; k < cut->count(); ++k) {
            for (Extents const& index : indices_of(cut->box(k))) RC_ASSERT(seen.insert(index).second);
            auto const needed = indices_of(cut->with_shadow(k));
            RC_ASSERT(static_cast<Index>(needed.size()) <= room);
            auto const fresh = indices_of(cut->fresh(k));
            for (Extents const& index : needed) RC_ASSERT((fresh.contains(index) || before.contains(index)));
            for (Extents const& index : fresh) RC_ASSERT(needed.contains(index));
            auto const block = cut->box(k)[static_cast<std::size_t>(permutation.back())];
            bool const reuses = dims == 1 && k > 0 && block.begin > 0;
            for (Extents const& index : fresh) RC_ASSERT((!reuses || !before.contains(index)));
            before = needed;
        }
        std::vector<Run> whole;
        for (Index const extent : extents) whole.push_back({0, extent});
        RC_ASSERT(seen == indices_of(whole));
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({slabs()});
}
