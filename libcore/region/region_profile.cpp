// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the distribution of a region over the ranks while one of its parameters runs.
#include "libcore/region/region_profile.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace tessera {

namespace {

/// Returns the time of all ranks: the work of the busiest one times the number of ranks.
Index paid_time(std::vector<Index> const& held) {
    return held.empty() ? 0 : *std::ranges::max_element(held) * std::ssize(held);
}

Index worked_time(std::vector<Index> const& held) {
    return std::accumulate(held.begin(), held.end(), Index{0});
}

double idle_share(Index worked, Index paid) {
    return paid == 0 ? 0 : 1 - static_cast<double>(worked) / static_cast<double>(paid);
}

} // namespace

Index RegionProfile::most() const {
    Index most = 0;
    for (auto const& each : held)
        for (Index const elements : each) most = std::max(most, elements);
    return most;
}

double RegionProfile::idle() const {
    Index worked = 0;
    Index paid = 0;
    for (auto const& each : held) {
        worked += worked_time(each);
        paid += paid_time(each);
    }
    return idle_share(worked, paid);
}

double RegionProfile::idle_at(std::size_t value) const {
    return idle_share(worked_time(held[value]), paid_time(held[value]));
}

Result<RegionProfile> region_profile(Region const& region, Mapping const& mapping, std::string_view parameter, RegionValues others,
                                     Index most) {
    auto const& parameters = region.statement().parameters;
    auto const found =
        std::ranges::find_if(parameters, [&](std::string const& each) { return notation::same_word(each, parameter); });
    if (found == parameters.end())
        return fail(parameters.empty()
                        ? fmt::format("'{}': this region has no parameters", parameter)
                        : fmt::format("'{}': the region's parameters are {}", parameter, fmt::join(parameters, ", ")));
    auto const place = static_cast<std::size_t>(found - parameters.begin());
    ParameterBounds const range = parameter_bounds(region)[place];
    others[*found] = range.first;
    auto values = TRY(region.bound(others));
    RegionProfile profile{*found, {}, {}};
    Index const step = std::max<Index>(ceil_div(range.last - range.first + 1, most), 1);
    for (Index value = range.first; value <= range.last; value += step) {
        values[place] = value;
        profile.values.push_back(value);
        profile.held.push_back(region_shares(region, values, mapping).held);
    }
    return profile;
}

} // namespace tessera
