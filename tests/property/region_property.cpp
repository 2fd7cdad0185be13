// SPDX-License-Identifier: BSD-3-Clause
// Tessera: regions against an oracle that tries every element.
#include "libcore/region/region.hpp"
#include "libcore/region/region_shares.hpp"
#include "tests/property/box_indices.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_region.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <map>
#include <set>

using namespace tessera;
using namespace tessera::oracle;

namespace {

std::set<Extents> touched(RandomRegion const& sample) {
    std::vector<Run> box;
    for (Index const extent : sample.array.extents) box.push_back({0, extent});
    std::set<Extents> found;
    for (Extents const& index : indices_of(box))
        if (is_touched(sample, index)) found.insert(index);
    return found;
}

Region region_of(RandomRegion const& sample) {
    auto region = Region::make(sample.statement, sample.array);
    if (!region) RC_FAIL(region.error().message);
    return *std::move(region);
}

void boxes_hold_each_element_once() {
    RandomRegion const sample = random_region();
    Region const region = region_of(sample);
    std::set<Extents> found;
    region.for_each_box(sample.values, [&](BoxSet const& box) {
        box.for_each([&](std::span<Index const> index) { RC_ASSERT(found.emplace(index.begin(), index.end()).second); });
    });
    RC_ASSERT(found == touched(sample));
    RC_ASSERT(region.count(sample.values) == std::ssize(found));
}

void ranks_hold_what_they_own() {
    RandomRegion const sample = random_region();
    Region const region = region_of(sample);
    MappingSpec spec = random_mapping_spec(sample.array.extents, 12);
    spec.array.order = sample.array.order;
    Mapping const mapping = Mapping::make(spec).value();
    std::vector<Index> held(as_size(mapping.grid().size()), 0);
    std::vector<Index> first = held;
    auto const elements = touched(sample);
    for (Extents const& index : elements) {
        auto const owners = mapping.owners(index);
        for (Owner const& owner : owners) ++held[as_size(owner.position)];
        ++first[as_size(owners.front().position)];
    }
    RegionShares const shares = region_shares(region, sample.values, mapping);
    RC_ASSERT(shares.elements == std::ssize(elements));
    RC_ASSERT(shares.held == held);
    RC_ASSERT(shares.first == first);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    return exit_code({rc::check("boxes hold each element of a region once", boxes_hold_each_element_once),
                      rc::check("every rank holds what it owns of a region", ranks_hold_what_they_own)});
}
