// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of an array that a statement inside loops accesses, as a region.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera::notation {

/// Returns the region of an access, or nothing if the array has another number of dimensions. `names`: names of the nest, in lower
/// case. `assigned`: indices of names that change while the nest runs; these cannot be parameters. Each part that is not affine
/// becomes a remark with its line. The region is then MAY, and is the smallest known superset within the array.
[[nodiscard]] std::optional<RegionStatement> region_of(NestAccess const& access, std::vector<std::string> const& names,
                                                       std::set<std::size_t> const& assigned, ArraySpec const& array);

/// Adds the remark that the statement's array has the state `later` in the next iteration of the loop.
void report_remap_below(RegionStatement& statement, std::size_t later);

} // namespace tessera::notation
