// SPDX-License-Identifier: BSD-3-Clause
// Tessera: statistics and texts for the times of repeated executions.
#include "libcore/report/run_times.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

TimeSummary summary_of(std::vector<double> seconds, Index warm_up) {
    std::ranges::sort(seconds);
    std::size_t const middle = seconds.size() / 2;
    double const median = seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
    return {seconds.front(), median, seconds.back(), static_cast<Index>(seconds.size()), warm_up};
}

std::string duration(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
    return fmt::format("{:.2f} s", seconds);
}

std::string summary_text(TimeSummary const& spread) {
    std::string const uncounted = spread.warm_up > 0 ? fmt::format(" after {} to warm up", spread.warm_up) : "";
    if (spread.repeat == 1) return duration(spread.median) + uncounted;
    return fmt::format("{} (median of {}{}; {} to {})", duration(spread.median), spread.repeat, uncounted, duration(spread.low),
                       duration(spread.high));
}

void summary_entries(JsonWriter& json, TimeSummary const& spread) {
    json.entry("repeat", spread.repeat);
    if (spread.warm_up > 0) json.entry("warm_up", spread.warm_up);
    json.entry("min", spread.low);
    json.entry("median", spread.median);
    json.entry("max", spread.high);
}

} // namespace tessera
