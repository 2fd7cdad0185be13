// SPDX-License-Identifier: BSD-3-Clause
// Tessera: statistics and texts for the times of repeated executions.
#pragma once

#include "libcore/report/json_writer.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Smallest, median and largest time of repeated executions, in seconds. The time of an execution is that of its slowest rank, from
/// the moment that all ranks begin.
struct TimeSummary {
    double low = 0;
    double median = 0;
    double high = 0;
    Index repeat = 1;
    Index warm_up = 0; ///< executions before these that were not timed
};

/// Precondition: there is at least one time.
[[nodiscard]] TimeSummary summary_of(std::vector<double> seconds, Index warm_up = 0);

/// Returns a text such as "3.2 ms" or "1.25 s".
[[nodiscard]] std::string duration(double seconds);

/// Returns a text such as "12 us", or for several executions "12 us (median of 5; 10 us to 31 us)".
[[nodiscard]] std::string summary_text(TimeSummary const& spread);

/// Writes the entries repeat, warm_up (unless 0), min, median and max of an object.
void summary_entries(JsonWriter& json, TimeSummary const& spread);

} // namespace tessera
