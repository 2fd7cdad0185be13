// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sets projected so that each variable is bounded by those before it (Coelho 1995, section 1.3).
#pragma once

#include "libcore/region/detail/isl_handles.hpp"
#include "libcore/region/region_polyhedra.hpp"

#include <string>
#include <vector>

namespace tessera::isl {

/// These columns of the set, in this order; all others projected out.
[[nodiscard]] Set columns_of(Set const& set, std::vector<int> const& columns);
/// The first dimensions become parameters of these names.
[[nodiscard]] Set with_parameters(Set set, std::vector<std::string> const& names);

/// One line per dimension from `known` on: what bounds it, given those before it.
[[nodiscard]] std::vector<PolyhedronLine> scannable_lines(Set set, std::vector<std::string> const& names, std::size_t known);
/// A condition on parameters alone, as one line.
[[nodiscard]] std::vector<PolyhedronLine> condition_lines(Set const& parameters);

} // namespace tessera::isl
