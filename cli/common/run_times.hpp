// SPDX-License-Identifier: BSD-3-Clause
// Tessera: statistics and texts for the times of repeated executions.
#pragma once

#include "libcore/report/json_writer.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Smallest, median and largest time, in seconds.
struct TimeSummary {
    double low = 0;
    double median = 0;
    double high = 0;
};

/// Precondition: there is at least one time.
[[nodiscard]] TimeSummary summary_of(std::vector<double> seconds);

/// Returns a text such as "3.2 ms" or "1.25 s".
[[nodiscard]] std::string duration(double seconds);

/// Returns a text such as "12 us", or for several executions "12 us (median of 5; 10 us to 31 us)".
[[nodiscard]] std::string summary_text(TimeSummary const& spread, int repeat);

/// Writes the entries min, median and max of an object.
void summary_entries(JsonWriter& json, TimeSummary const& spread);

} // namespace tessera::cli
