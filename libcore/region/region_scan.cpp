// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of a program that moves a region.
#include "libcore/region/region_scan.hpp"

#include "libcore/base/try.hpp"
#include "libcore/region/detail/mapping_constraints.hpp"
#include "libcore/region/detail/polyhedral_scan.hpp"
#include "libcore/region/detail/tested_scan.hpp"

namespace tessera {

Result<RegionScan> RegionScan::make(Region const& region, Mapping const& mapping) {
    auto const constraints = TRY(isl::mapping_constraints(mapping, nullptr, region.statement()));
    isl::IslContext const context(isl::IslContext::operations_with_another_way);
    isl::Set const all = isl::known_set(context, region, constraints);
    if (all)
        if (auto scan = isl::polyhedral_scan(context, all, constraints, region, mapping)) return scan;
    return isl::tested_scan(region, mapping, constraints);
}

Result<RegionScan> RegionScan::with_test(Region const& region, Mapping const& mapping) {
    auto const constraints = TRY(isl::mapping_constraints(mapping, nullptr, region.statement()));
    return isl::tested_scan(region, mapping, constraints);
}

} // namespace tessera
