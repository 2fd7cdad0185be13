// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an index set extended by the neighbours of its elements.
#include "libcore/sets/widened.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// Joins ascending runs that may overlap. The part of a run beyond the period wraps to the begin of the period.
std::vector<Run> merged_in_period(std::vector<Run> runs, Index period) {
    Index const beyond = runs.back().end - period;
    if (beyond > 0) runs.front().begin = 0;
    std::vector<Run> merged{runs.front()};
    if (beyond > 0) merged.front().end = std::max(merged.front().end, std::min(beyond, period));
    for (Run const& run : runs) {
        if (run.begin <= merged.back().end)
            merged.back().end = std::max(merged.back().end, std::min(run.end, period));
        else
            merged.push_back({run.begin, std::min(run.end, period)});
    }
    return merged;
}

} // namespace

PeriodicSet widened(PeriodicSet const& set, Index low, Index high) {
    if (set.empty()) return {};
    Run const bounds{set.bounds().begin - low, set.bounds().end + high};
    if (set.is_interval()) return PeriodicSet::interval(bounds);
    // Relative to origin - low, the first run still begins at 0.
    std::vector<Run> runs;
    for (Run const& run : set.runs()) runs.push_back({run.begin, run.end + low + high});
    Index const longest = std::ranges::max(runs, {}, &Run::size).size();
    if (longest >= set.period()) return PeriodicSet::interval(bounds);
    // The pattern continues beyond both bounds of the set. The clip removes the elements that are not neighbours of the set.
    return PeriodicSet::periodic(set.origin() - low, set.period(), merged_in_period(std::move(runs), set.period()), bounds);
}

} // namespace tessera
