// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the patterns of programs that collect a region or update it (Coelho 1995, Figs. 8 to 10).
#pragma once

#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

/// C, P1 and E of a region, and the region itself.
extern PartPattern const region_sets_pattern;
/// The tables of the indices that each node owns and of their places in its memory. It stands behind tables_pattern.
extern PartPattern const region_part_pattern;
/// Nodes send what they have of it, and hosts receive it.
extern PartPattern const gather_pattern;
/// Behind gather_pattern: it is checked.
extern PartPattern const collect_pattern;
/// Hosts send it and nodes receive it; behind gather_pattern where the statement may leave elements alone.
extern PartPattern const update_pattern;

/// What Fortran's scans call for each point. Tasks stand for the functions that C++ programs hand to theirs: Fortran's internal
/// procedures would need a stack that can be executed.
extern std::string_view const fortran_visit_element;
extern std::string_view const fortran_visit_touched;
/// The tasks of gather_pattern, collect_pattern and update_pattern.
extern std::string_view const fortran_gather_cases;
extern std::string_view const fortran_collect_cases;
extern std::string_view const fortran_update_cases;

} // namespace tessera::detail
