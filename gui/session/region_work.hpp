// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region of a job, planned once for all values of its parameters.
#pragma once

#include "gui/session/region_choice.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/region_request.hpp"
#include "libcore/region/parameter_bounds.hpp"
#include "libcore/region/region_shares.hpp"
#include "libcore/scene/scene.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera::gui {

struct RegionWork {
    ChosenRegion chosen;
    std::vector<ParameterBounds> ranges; ///< one per parameter
};
using RegionWorkPointer = std::shared_ptr<RegionWork const>;

/// Errors: those of chosen_region().
[[nodiscard]] Result<RegionWorkPointer> makeRegionWork(Job const& job, RegionChoice const& choice);

/// Returns the choice with a value for every parameter of the region, and no others.
[[nodiscard]] RegionChoice completed(RegionChoice choice, RegionWork const& work);
/// The same for the job's region; returns the choice unchanged if there is none.
[[nodiscard]] RegionChoice completed(RegionChoice const& choice, Job const& job);

/// Errors: a name that is not a parameter of the region, as a value or as the varied parameter; a value out of range.
[[nodiscard]] Result<void> checkValues(RegionChoice const& choice, RegionWork const& work);

/// The picture and the shares for given parameter values.
struct RegionPicture {
    Scene scene;
    RegionShares shares;
};
/// Error: a value is out of range.
[[nodiscard]] Result<RegionPicture> regionPicture(RegionWork const& work, RegionChoice const& choice);

} // namespace tessera::gui
