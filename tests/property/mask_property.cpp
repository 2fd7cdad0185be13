// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the contexts of random masks, against conditions computed element by element.
#include "libcore/comm/context/context_places.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/mapping/storage_strides.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_mask.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <set>
#include <vector>

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
        for_each_contiguous_run(context, layout, [&](Index number, Index offset, Index count) {
            RC_ASSERT(number > last);
            last = number;
            for (Index k = 0; k < count; ++k) found.insert(offset + k);
        });
        RC_ASSERT(found == expected);
    }
}

/// Flags that stand in for a condition say the same, alone and together with another condition.
void flags_hold_where_they_are_set() {
    Mapping const mapping = random_masked_array();
    ArraySpec const& array = mapping.array();
    std::vector<std::uint8_t> flags;
    for (Index i = 0; i < mapping.volume(); ++i) flags.push_back(one_in(3) ? 3 : 0);
    Spoken const condition = random_condition(mapping.dims(), 1);
    auto const spoken = Mask::parse(condition.text, array).value();
    Mask const set = Mask::of_flags(flags, array, "flags");
    Mask const both = spoken.and_in(set);
    RC_ASSERT(!set.only_boxes());
    Extents const strides = dense_strides(array.extents, array.order);
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        LocalLayout const layout(mapping, position);
        std::set<Index> expected;
        layout.owned().for_each([&](std::span<Index const> index) {
            Index number = 0;
            for (std::size_t d = 0; d < index.size(); ++d) number += index[d] * strides[d];
            if (flags[as_size(number)] != 0) expected.insert(layout.offset(*layout.global_to_local(index)));
        });
        std::set<Index> found;
        for_each_contiguous_run(set.context(mapping, position), layout, [&](Index, Index offset, Index count) {
            for (Index k = 0; k < count; ++k) found.insert(offset + k);
        });
        RC_ASSERT(found == expected);
        RC_ASSERT(both.context(mapping, position) == spoken.context(mapping, position).and_in(set.context(mapping, position)));
    }
    // A box of elements, in the order of boxes.
    std::vector<PeriodicSet> all;
    for (Index const extent : array.extents) all.push_back(PeriodicSet::interval({0, extent}));
    BoxSet const box(all);
    Context const context = set.context(array, box);
    Index active = 0;
    context.for_each_run([&](Run run) {
        for (Index k = run.begin; k < run.end; ++k, ++active) {
            Extents const index = box.element(k);
            Index number = 0;
            for (std::size_t d = 0; d < index.size(); ++d) number += index[d] * strides[d];
            RC_ASSERT(flags[as_size(number)] != 0);
        }
    });
    RC_ASSERT(active == mapping.volume() - std::ranges::count(flags, 0));
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({rc::check("a mask holds where its text says", masks_hold_where_they_say),
                      rc::check("flags hold where they are set", flags_hold_where_they_are_set)});
}
