// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the region that a command line names: --line and --set.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/pipeline/region_request.hpp"

#include <vector>

namespace tessera::cli {

struct LoadedRegion {
    Region region;
    Mapping mapping;           ///< in the region's state
    RegionValues named;        ///< values of --set
    std::vector<Index> values; ///< values of the region's parameters
};

/// Returns the only region of the job, or the one that --line numbers from 1. The default is the first, with a note. --state
/// replaces its own state. Errors: the job has no region; no such line; those of Region::make.
[[nodiscard]] Result<ChosenRegion> choose_region(Tool const& tool, Job const& job);
/// Returns the region with the values of --set. Further error: a parameter without a value.
[[nodiscard]] Result<LoadedRegion> load_region(Tool const& tool, Job const& job);

} // namespace tessera::cli
