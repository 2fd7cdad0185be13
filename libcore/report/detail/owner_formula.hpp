// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arithmetic from an index to its owner, in words.
#pragma once

#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"

#include <span>
#include <string>

namespace tessera::detail {

/// Returns "i = 5: T(2*5) = T(10); block(17): (10-1)/17 = 0 -> coordinate 0". `dim`: dimension of the array.
[[nodiscard]] std::string owner_formula(Mapping const& mapping, int dim, Index index);

/// Returns "local i = 3: 4 is number 3, from 0, of the 8 indices held there (1:8)".
[[nodiscard]] std::string local_formula(Mapping const& mapping, LocalLayout const& layout, int dim, Index index);

/// Returns "offset = 4*1 + 1*9 = 13", shadow planes included.
[[nodiscard]] std::string offset_formula(LocalLayout const& layout, std::span<Index const> local);

/// Returns the name of a dimension's index: i, j, k, ...
[[nodiscard]] std::string index_name(int dim);

} // namespace tessera::detail
