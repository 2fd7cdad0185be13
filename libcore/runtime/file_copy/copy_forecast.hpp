// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the requests a copy will make, before it makes them.
#pragma once

#include "libcore/runtime/file_copy/file_copy.hpp"

namespace tessera {

/// Of all ranks together.
struct ForecastCounts {
    RequestCounts counts;
    bool exact = true; ///< else "about": filters decide how many bytes there are, or HDF5 where they lie
};

struct CopyForecast {
    ForecastCounts reads;
    ForecastCounts writes;
};

/// Goes through the plan as the mover does, and counts the requests in place of making them: of every part where there are few,
/// else of one part of each kind (alike_parts.hpp). Looks up where the source's chunks lie; not collective.
[[nodiscard]] CopyForecast forecast(CopyJob const& job, CopyTask const& task, CopyPlan const& plan);

} // namespace tessera
