// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the addresses of elements against the owner and the layout of each.
#include "libcore/comm/element_addresses.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Periods longer than tables, too.
Extents random_address_extents() {
    if (one_in(4)) return {between(20000, 60000)};
    Extents extents;
    for (Index d = between(1, 4); d > 0; --d) extents.push_back(between(1, 12));
    return extents;
}

void every_element_is_where_its_owner_keeps_it() {
    MappingSpec spec = random_mapping_spec(random_address_extents(), static_cast<Rank>(between(1, 12)));
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    Mapping const mapping = Mapping::make(spec).value();
    ElementAddresses const addresses(mapping);
    for (Index n = 0; n < 50 && mapping.volume() > 0; ++n) {
        Index const linear = between(0, mapping.volume() - 1);
        Extents index(as_size(mapping.dims()));
        Index rest = linear;
        for (std::size_t k = 0; k < index.size(); ++k) {
            std::size_t const d = spec.array.order == StorageOrder::Fortran ? k : index.size() - 1 - k;
            index[d] = rest % spec.array.extents[d];
            rest /= spec.array.extents[d];
        }
        Owner const owner = mapping.owners(index).front();
        LocalLayout const layout(mapping, owner.position);
        auto const found = addresses.of(linear);
        RC_ASSERT(found.rank == owner.rank);
        RC_ASSERT(found.offset == layout.offset(*layout.global_to_local(index)));
    }
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    return exit_code({rc::check("every element is where its owner keeps it", every_element_is_where_its_owner_keeps_it)});
}
