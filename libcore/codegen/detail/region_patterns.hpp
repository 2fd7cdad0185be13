// SPDX-License-Identifier: BSD-3-Clause
// Tessera: patterns of generated programs that collect or update a region (Coelho 1995, Figs. 8 to 10).
#pragma once

#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

/// The sets C, P1 and E of a region, and the region itself.
extern PartPattern const region_sets_pattern;
/// Tables of the indices that each node owns, and of their places in its memory. Must come after tables_pattern.
extern PartPattern const region_part_pattern;
/// Nodes send their elements of the region, and hosts receive them.
extern PartPattern const gather_pattern;
/// Checks the received region. Must come after gather_pattern.
extern PartPattern const collect_pattern;
/// Hosts send the region, and nodes receive it. Must come after gather_pattern if the statement may leave elements unchanged.
extern PartPattern const update_pattern;

/// The procedures that Fortran's scans call for each point. Task numbers replace the functions that C++ programs pass to their
/// scans: internal procedures of Fortran would need an executable stack.
extern std::string_view const fortran_visit_element;
extern std::string_view const fortran_visit_touched;
/// The tasks of gather_pattern, collect_pattern and update_pattern.
extern std::string_view const fortran_gather_cases;
extern std::string_view const fortran_collect_cases;
extern std::string_view const fortran_update_cases;

} // namespace tessera::detail
