// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parser, checks and text of `region read must A(...) ...`.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// Parses `read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m) state(to)`.
[[nodiscard]] RegionNode region_statement(Cursor& cursor, Constants const& constants);

/// Error: not one subscript per dimension.
void check_region(RegionNode const& node, ArraySpec const& array, Diagnostics& diagnostics);

/// Returns `region read must A(i,j) for(m: i >= 3, j >= 3, i+j <= m+1)`.
[[nodiscard]] std::string region_text(RegionStatement const& statement, ArraySpec const& array);

} // namespace tessera::notation
