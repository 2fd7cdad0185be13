// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sets projected so that each variable is bounded by the previous ones (Coelho 1995, section 1.3).
#pragma once

#include "libcore/region/detail/isl_handles.hpp"
#include "libcore/region/region_polyhedra.hpp"

#include <string>
#include <vector>

namespace tessera::isl {

/// Returns the set with these columns in this order. Projects out all others.
[[nodiscard]] Set columns_of(Set const& set, std::vector<int> const& columns);
/// Converts the first dimensions to parameters with these names.
[[nodiscard]] Set with_parameters(Set set, std::vector<std::string> const& names);

/// Returns one line per dimension from `known` on, with the bounds of the dimension in terms of the previous ones.
[[nodiscard]] std::vector<PolyhedronLine> scannable_lines(Set set, std::vector<std::string> const& names, std::size_t known);
/// Returns a condition that contains only parameters, as one line.
[[nodiscard]] std::vector<PolyhedronLine> condition_lines(Set const& parameters);

} // namespace tessera::isl
