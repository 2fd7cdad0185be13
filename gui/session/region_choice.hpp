// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is looked at of a job's regions.
#pragma once

#include "libcore/region/region.hpp"

#include <string>

namespace tessera::gui {

struct RegionChoice {
    int line = 0;         ///< which region of the job, from 0
    RegionValues values;  ///< of parameters, by name; the middle of its range where one is missing
    std::string varied{}; ///< the parameter over which each rank's work is drawn; empty: the elements that are touched
    friend bool operator==(RegionChoice const&, RegionChoice const&) = default;
};

} // namespace tessera::gui
