// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the times of repeated runs, and how they are told.
#pragma once

#include "libcore/report/json_writer.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Seconds.
struct Spread {
    double low = 0;
    double median = 0;
    double high = 0;
};

/// Precondition: there is one at least.
[[nodiscard]] Spread spread_of(std::vector<double> seconds);

/// "3.2 ms", "1.25 s".
[[nodiscard]] std::string duration(double seconds);

/// "12 us", or of several runs "12 us (median of 5; 10 us to 31 us)".
[[nodiscard]] std::string spread_text(Spread const& spread, int repeat);

/// The entries min, median and max of an object.
void spread_entries(JsonWriter& json, Spread const& spread);

} // namespace tessera::cli
