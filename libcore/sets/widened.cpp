// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an index set with the neighbours of its elements.
#include "libcore/sets/widened.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// Ascending runs that may overlap, put together; what reaches beyond the period comes back at its begin.
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
    // Counted from origin - low, the first run begins at 0 still.
    std::vector<Run> runs;
    for (Run const& run : set.runs()) runs.push_back({run.begin, run.end + low + high});
    Index const longest = std::ranges::max(runs, {}, &Run::size).size();
    if (longest >= set.period()) return PeriodicSet::interval(bounds);
    // Beyond either bound of the set the pattern goes on; of what it adds there, the clip leaves what the last element reaches.
    return PeriodicSet::periodic(set.origin() - low, set.period(), merged_in_period(std::move(runs), set.period()), bounds);
}

} // namespace tessera
