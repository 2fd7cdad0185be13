// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region of a job, as the user requests it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/spec/job.hpp"

#include <string>

namespace tessera {

/// The values of --line and --state, or of the window's fields.
struct RegionRequest {
    Index line = 1;      ///< number of the region in the job, from 1
    std::string state{}; ///< state that determines the owners; empty: the region's own, by its position or its declaration
};

/// The region and its mapping, before its parameters have values.
struct ChosenRegion {
    Region region;
    Mapping mapping; ///< in the region's state
};

/// Returns the requested region. Errors: the job has no region, or none with this number; no such state; as Region::make and
/// Mapping::make.
[[nodiscard]] Result<ChosenRegion> chosen_region(Job const& job, RegionRequest const& request);

} // namespace tessera
