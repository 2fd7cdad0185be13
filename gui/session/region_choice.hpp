// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's choices for a job's regions.
#pragma once

#include "libcore/region/region.hpp"

#include <string>

namespace tessera::gui {

struct RegionChoice {
    int line = 0;         ///< index of the region in the job, 0-based
    RegionValues values;  ///< parameter values by name; a missing one is the middle of its range
    std::string varied{}; ///< parameter over which each rank's work is drawn; empty: draws the elements
    friend bool operator==(RegionChoice const&, RegionChoice const&) = default;
};

} // namespace tessera::gui
