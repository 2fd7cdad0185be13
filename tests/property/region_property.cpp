// SPDX-License-Identifier: BSD-3-Clause
// Tessera: regions against an oracle that tries every element.
#include "libcore/region/region.hpp"
#include "libcore/region/region_scan.hpp"
#include "libcore/region/region_shares.hpp"
#include "tests/property/box_indices.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_region.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <functional>
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

/// Every element of a stretch per dimension.
void each_point(std::span<ScanLoops::IndexTriplet const> box, std::vector<Index>& at,
                std::function<void(std::vector<Index> const&)> const& visit) {
    if (at.size() == box.size()) return visit(at);
    ScanLoops::IndexTriplet const stretch = box[at.size()];
    for (Index i = stretch.first; i <= stretch.last; i += stretch.step) {
        at.push_back(i);
        each_point(box, at, visit);
        at.pop_back();
    }
}

/// Block, cyclic(k) and gen_block, aligned and replicated: E scans what each processor holds, at one local address each.
void polyhedra_hold_what_ranks_own() {
    RandomRegion const sample = random_region();
    Region const region = region_of(sample);
    MappingSpec spec = random_mapping_spec(sample.array.extents, 6);
    for (AlignAxis& axis : spec.align)
        if (axis.kind == AlignAxis::Kind::Affine)
            axis.offset += axis.stride * (spec.array.lower[as_size(axis.array_dim)] - sample.array.lower[as_size(axis.array_dim)]);
    spec.array = sample.array;
    auto const mapping = Mapping::make(spec);
    RC_PRE(mapping.has_value());
    auto const scan = *rc::gen::arbitrary<bool>() ? RegionScan::make(region, *mapping) : RegionScan::with_test(region, *mapping);
    RC_PRE(scan.has_value()); // indirect formats and sections of arrangements have none
    auto const elements = touched(sample);
    for (Index position = 0; position < mapping->grid().size(); ++position) {
        std::vector<Index> values = sample.values;
        for (Index const coord : mapping->grid().coordinates(position)) values.push_back(coord + 1);
        std::set<Extents> expected;
        for (Extents const& index : elements)
            for (Owner const& owner : mapping->owners(index))
                if (owner.position == position) expected.insert(index);
        std::set<Extents> found;
        std::set<Extents> places;
        std::vector<Index> at;
        std::size_t const dims = sample.array.extents.size();
        scan->elements.for_each_box(values, [&](std::span<ScanLoops::IndexTriplet const> box) {
            each_point(box, at, [&](std::vector<Index> const& point) {
                Extents index;
                Extents place;
                for (std::size_t d = 0; d < dims; ++d) {
                    index.push_back(point[d] - sample.array.lower[d]);
                    place.push_back(point[dims + d]);
                    RC_ASSERT(place.back() >= 1 && place.back() <= scan->allocation[d]);
                }
                RC_ASSERT(found.insert(index).second);
                RC_ASSERT(places.insert(place).second);
            });
        });
        RC_ASSERT(found == expected);
    }
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=1000");
    return exit_code({rc::check("boxes hold each element of a region once", boxes_hold_each_element_once),
                      rc::check("every rank holds what it owns of a region", ranks_hold_what_they_own),
                      rc::check("polyhedra hold what ranks own", polyhedra_hold_what_ranks_own)});
}
