// SPDX-License-Identifier: BSD-3-Clause
// Tessera: estimated cost of the two ways to count a row of a DimTransfer.
#include "libcore/redist/detail/row_steps.hpp"

#include <algorithm>

namespace tessera::detail {

double steps_by_segments(Run range, DimMapping const& partner) {
    double const periods = 1.0 + static_cast<double>(range.size()) / static_cast<double>(partner.period());
    return periods * static_cast<double>(partner.segments_per_period());
}

double steps_by_runs(PeriodicSet const& set, Run range, DimMapping const& partner) {
    double runs = 1.0;
    if (!set.is_interval()) {
        double const periods = 1.0 + static_cast<double>(range.size()) / static_cast<double>(set.period());
        runs = periods * static_cast<double>(set.runs().size());
    }
    double const length = static_cast<double>(set.count_in(range)) / runs; // average length of a run without the gaps
    double const segments = static_cast<double>(partner.segments_per_period());
    return runs * (1.0 + segments * std::min(1.0, length / static_cast<double>(partner.period())));
}

} // namespace tessera::detail
