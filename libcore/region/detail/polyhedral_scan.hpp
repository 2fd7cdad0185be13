// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the constraints of a region and a mapping as one set, and the loops that isl makes of it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/region/detail/isl_handles.hpp"
#include "libcore/region/detail/mapping_constraints.hpp"
#include "libcore/region/region_scan.hpp"

#include <string>
#include <vector>

namespace tessera::isl {

/// Returns the set of all constraints, over the columns of the mapping's constraints. Null if isl reached its limit.
[[nodiscard]] Set known_set(IslContext const& context, Region const& region, MappingConstraints const& constraints);

[[nodiscard]] std::vector<std::string> names_of(MappingColumns const& columns, std::vector<int> const& some);

/// Returns the scanned columns of E in order: by dimension the cycle, then the index; then the local addresses.
[[nodiscard]] std::vector<int> scanned_columns(MappingColumns const& columns, ArraySpec const& array);

/// Returns the set with one copy of each element. It fixes the replicated dimensions; the first processor dimension is dimension
/// `first` of the set.
[[nodiscard]] Set primary_set(Set set, MappingConstraints const& constraints, std::size_t first);

/// Makes the loops. Error: isl reached its limit.
[[nodiscard]] Result<RegionScan> polyhedral_scan(IslContext const& context, Set const& all, MappingConstraints const& constraints,
                                                 Region const& region, Mapping const& mapping);

} // namespace tessera::isl
