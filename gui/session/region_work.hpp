// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region of a job, planned once for all values of its parameters.
#pragma once

#include "gui/session/region_choice.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/region_request.hpp"
#include "libcore/region/parameter_ranges.hpp"
#include "libcore/region/region_shares.hpp"
#include "libcore/scene/scene.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera::gui {

struct RegionWork {
    ChosenRegion chosen;
    std::vector<ParameterRange> ranges; ///< by parameter
};
using RegionWorkPointer = std::shared_ptr<RegionWork const>;

/// Errors: as chosen_region().
[[nodiscard]] Result<RegionWorkPointer> makeRegionWork(Job const& job, RegionChoice const& choice);

/// With a value for every parameter of the region, and none besides.
[[nodiscard]] RegionChoice completed(RegionChoice choice, RegionWork const& work);
/// The same for the job's region; the choice itself where there is none.
[[nodiscard]] RegionChoice completed(RegionChoice const& choice, Job const& job);

/// Errors: the choice has a value of something that is no parameter of the region, or would draw the work over it, or a value
/// that is out of range.
[[nodiscard]] Result<void> checkValues(RegionChoice const& choice, RegionWork const& work);

/// What is seen of it for some values of its parameters.
struct RegionSight {
    Scene scene;
    RegionShares shares;
};
/// Error: a value that is out of range.
[[nodiscard]] Result<RegionSight> regionSight(RegionWork const& work, RegionChoice const& choice);

} // namespace tessera::gui
