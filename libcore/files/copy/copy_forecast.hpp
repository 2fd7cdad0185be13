// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicts the disk requests of a copy.
#pragma once

#include "libcore/files/copy/file_copy.hpp"

namespace tessera {

/// Requests of all ranks together.
struct ForecastCounts {
    RequestCounts counts;
    bool exact = true; ///< false: an estimate, because filters change the number of bytes or HDF5 chooses the addresses
};

struct CopyForecast {
    ForecastCounts reads;
    ForecastCounts writes;
};

/// Executes the plan with counted instead of real requests. Counts every part if there are few, else one part of each kind
/// (alike_parts.hpp). Looks up the addresses of the source's chunks. Not collective.
[[nodiscard]] CopyForecast forecast(CopyJob const& job, CopyTask const& task, CopyPlan const& plan);

} // namespace tessera
