// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region of a job as it is asked for.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/spec/job.hpp"

#include <string>

namespace tessera {

/// What --line and --state say, and what the window's fields hold.
struct RegionRequest {
    Index line = 1;      ///< which region of the job, from 1
    std::string state{}; ///< who owns what; empty: the region's own, by where it stands or by what it says
};

/// What the job says of the region, before its parameters have values.
struct ChosenRegion {
    Region region;
    Mapping mapping; ///< in the region's state
};

/// Errors: the job has no region, or none of that number; no such state; as Region::make and Mapping::make.
[[nodiscard]] Result<ChosenRegion> chosen_region(Job const& job, RegionRequest const& request);

} // namespace tessera
