// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a statement inside of loops touches of an array, as a region.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera::notation {

/// The region of an access, or nothing where the array is not of as many dimensions. `names`: of the nest, in lower case;
/// `assigned`: those of them that change while it runs, and are no parameters for that reason. What is not affine becomes a remark
/// with its line; the region is then MAY, as large as what can be said, within the array.
[[nodiscard]] std::optional<RegionStatement> region_of(NestAccess const& access, std::vector<std::string> const& names,
                                                       std::set<std::size_t> const& assigned, ArraySpec const& array);

/// Adds the remark that the statement's array has the state `later` when the loop comes around to it again.
void tell_remap_below(RegionStatement& statement, std::size_t later);

} // namespace tessera::notation
