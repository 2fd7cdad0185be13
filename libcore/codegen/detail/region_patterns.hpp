// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the patterns of programs that collect a region or update it (Coelho 1995, Figs. 8 to 10).
#pragma once

#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

/// C, P1 and E of a region, and the region itself.
extern PartPattern const region_sets_pattern;
/// The function is_touched(), whose loops may end it before it does.
extern PartPattern const collect_pattern;
extern PartPattern const update_pattern;

} // namespace tessera::detail
