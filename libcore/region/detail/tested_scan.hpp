// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of a region with a test of the owner.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/region/detail/mapping_constraints.hpp"
#include "libcore/region/region_scan.hpp"

namespace tessera::isl {

/// Returns loops in which every owner visits the whole region. They are slower than the polyhedra by the number of owners, but
/// exist for all conditions. Precondition: `constraints` are those of the mapping, so there are no indirect formats and no section
/// of an arrangement.
[[nodiscard]] RegionScan tested_scan(Region const& region, Mapping const& mapping, MappingConstraints const& constraints);

} // namespace tessera::isl
