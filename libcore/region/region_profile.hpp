// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the distribution of a region over the ranks while one of its parameters runs, as in the steps of a loop.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/region/parameter_bounds.hpp"
#include "libcore/region/region_shares.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The profile. Assumes that a rank works on its elements of the region, and that each step of the loop ends with the busiest rank.
struct RegionProfile {
    std::string parameter;
    std::vector<Index> values;            ///< values of the parameter: ascending, evenly spaced; a sample if there are many
    std::vector<std::vector<Index>> held; ///< indexed by value, then by grid position: number of elements of the region
    [[nodiscard]] Index most() const;     ///< largest number that one position holds at one value
    [[nodiscard]] double
    idle() const; ///< share, 0 to 1, of the time of all ranks over all values that is spent waiting for the busiest rank
    [[nodiscard]] double idle_at(std::size_t value) const;
};

/// Returns the profile at up to `most` values of `parameter`, between the least and the largest for which the region is not empty.
/// `others` holds the values of the other parameters, and may contain this one too. Cost: that of region_shares(), for each value.
/// Errors: no such parameter; as Region::bound(). Preconditions: the mapping is of the region's array; most >= 1.
[[nodiscard]] Result<RegionProfile> region_profile(Region const& region, Mapping const& mapping, std::string_view parameter,
                                                   RegionValues others, Index most);

} // namespace tessera
