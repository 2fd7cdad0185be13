// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of a region around a test of the owner.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/region/detail/mapping_constraints.hpp"
#include "libcore/region/region_scan.hpp"

namespace tessera::isl {

/// Every owner walks all of the region: slower than the polyhedra by the number of owners, but there for any conditions. The
/// constraints are those of the mapping, so that it has neither indirect formats nor a section of its arrangement.
[[nodiscard]] RegionScan tested_scan(Region const& region, Mapping const& mapping, MappingConstraints const& constraints);

} // namespace tessera::isl
