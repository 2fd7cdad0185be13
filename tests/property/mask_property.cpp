// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the contexts of random masks, against conditions computed element by element.
#include "libcore/comm/context/context_places.hpp"
#include "libcore/comm/context/mask.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_mask.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <set>

using namespace tessera;
using namespace tessera::oracle;

namespace {

Mapping random_masked_array() {
    Extents extents;
    for (Index d = between(1, 4); d > 0; --d) extents.push_back(between(1, 7));
    MappingSpec spec = random_mapping_spec(extents, 6);
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    MappingSpec moved = spec;
    for (Index& lower : moved.array.lower) lower = between(-3, 3);
    auto const mapping = Mapping::make(moved);
    return mapping ? *mapping : Mapping::make(spec).value(); // an alignment speaks of the bounds
}

void masks_hold_where_they_say() {
    Mapping const mapping = random_masked_array();
    Spoken const condition = random_condition(mapping.dims(), static_cast<int>(between(0, 3)));
    RC_LOG(condition.text);
    auto const mask = Mask::parse(condition.text, mapping.array());
    RC_ASSERT(mask.has_value());
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        std::set<Index> expected;
        std::set<Index> found;
        Context const context = mask->context(mapping, position);
        RC_ASSERT(context.positions() == mapping.owned_count(position));
        if (!mapping.holds(position)) continue;
        LocalLayout const layout(mapping, position);
        layout.owned().for_each([&](std::span<Index const> index) {
            Extents at(index.begin(), index.end());
            for (std::size_t d = 0; d < at.size(); ++d) at[d] += mapping.array().lower[d];
            if (condition.at(at) != 0) expected.insert(layout.offset(*layout.global_to_local(index)));
        });
        Index last = -1;
        for_each_stretch(context, layout, [&](Index number, Index offset, Index count) {
            RC_ASSERT(number > last);
            last = number;
            for (Index k = 0; k < count; ++k) found.insert(offset + k);
        });
        RC_ASSERT(found == expected);
    }
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({rc::check("a mask holds where its text says", masks_hold_where_they_say)});
}
