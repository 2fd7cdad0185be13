// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the region that a command line names: --line and --set.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/spec/job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

struct LoadedRegion {
    Region region;
    Mapping mapping;           ///< in the region's state
    RegionValues named;        ///< of --set
    std::vector<Index> values; ///< of the region's parameters
};

/// What the job says of the region, before its parameters have values.
struct ChosenRegion {
    Region region;
    Mapping mapping;
};

/// The only region of the job, or the one that --line numbers from 1 (else the first, with a note); --state instead of its own.
/// Errors: the job has none; no such line; as Region::make.
[[nodiscard]] Result<ChosenRegion> choose_region(Tool const& tool, Job const& job);
/// The same with the values of --set. Errors: a parameter without one.
[[nodiscard]] Result<LoadedRegion> load_region(Tool const& tool, Job const& job);

} // namespace tessera::cli
