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
    RegionValues named;        ///< of --set
    std::vector<Index> values; ///< of the region's parameters
};

/// The only region of the job, or the one that --line numbers from 1 (else the first, with a note); --state instead of its own.
/// Errors: the job has none; no such line; as Region::make.
[[nodiscard]] Result<ChosenRegion> choose_region(Tool const& tool, Job const& job);
/// The same with the values of --set. Errors: a parameter without one.
[[nodiscard]] Result<LoadedRegion> load_region(Tool const& tool, Job const& job);

} // namespace tessera::cli
