// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who holds how much of a region while one of its parameters runs: the work of a loop around it, over time.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/region/parameter_ranges.hpp"
#include "libcore/region/region_shares.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// A rank is taken to work on what it holds, and the busiest one to end a step of the loop for all.
struct RegionProfile {
    std::string parameter;
    std::vector<Index> values;            ///< of the parameter: ascending, evenly spaced, not all of them where they are many
    std::vector<std::vector<Index>> held; ///< by value, by grid position: elements of the region
    [[nodiscard]] Index most() const;     ///< that one position holds at one value
    [[nodiscard]] double idle() const;    ///< of the time of all ranks over all values, 0 to 1: spent waiting for the busiest
    [[nodiscard]] double idle_at(std::size_t value) const;
};

/// `parameter` takes at most `most` values of those between the least and the largest that touch anything; `others` holds the
/// values of the others, and may name this one as well. Cost: that of region_shares(), at each value. Errors: no such parameter;
/// as Region::bound(). Preconditions: the mapping is of the region's array; most >= 1.
[[nodiscard]] Result<RegionProfile> region_profile(Region const& region, Mapping const& mapping, std::string_view parameter,
                                                   RegionValues others, Index most);

} // namespace tessera
