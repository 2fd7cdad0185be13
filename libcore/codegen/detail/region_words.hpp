// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the words of a region for the patterns of its program.
#pragma once

#include "libcore/codegen/detail/program_text.hpp"
#include "libcore/codegen/region_program.hpp"
#include "libcore/region/region_scan.hpp"

#include <string>
#include <vector>

namespace tessera::detail {

/// Returns the program's names of the region's parameters (see NameTable).
[[nodiscard]] std::vector<std::string> parameter_names(Region const& region);

/// Returns the words of region_sets_pattern, collect_pattern and update_pattern. `hosts`: one per grid position, equal for
/// positions that hold copies of each other.
[[nodiscard]] ProgramWords region_words(RegionMove const& move, RegionScan const& scan, std::vector<Rank> const& hosts,
                                        ProgramLanguage language);

} // namespace tessera::detail
