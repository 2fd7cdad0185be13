// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how evenly an array is distributed.
#include "libcore/scene/ownership/ownership_balance.hpp"

#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

OwnershipBalance balance_of(Mapping const& mapping) {
    // Every combination of coordinates occurs, so the extremes are products of the extremes of the dimensions.
    OwnershipBalance balance{.ranks = mapping.grid().size(), .least = 1, .most = 1};
    Index holders = mapping.replicas();
    for (int d = 0; d < mapping.dims(); ++d) {
        DimMapping const& dim = mapping.dim(d);
        Index least = dim.count(0);
        Index most = least;
        for (Index coord = 1; coord < dim.coords(); ++coord) {
            least = std::min(least, dim.count(coord));
            most = std::max(most, dim.count(coord));
        }
        balance.least *= least;
        balance.most *= most;
        holders *= dim.coords();
    }
    if (holders < balance.ranks) balance.least = 0; // with a fixed template position some ranks hold nothing
    balance.mean =
        static_cast<double>(mapping.volume()) * static_cast<double>(mapping.replicas()) / static_cast<double>(balance.ranks);
    return balance;
}

std::string balance_text(OwnershipBalance const& balance) {
    char const* const elements = balance.most == 1 ? "element" : "elements";
    std::string const most = grouped(balance.most);
    if (balance.ranks == 1) return fmt::format("1 rank holds {} {}", most, elements);
    if (balance.least == balance.most) return fmt::format("{} ranks hold {} {} each", balance.ranks, most, elements);
    return fmt::format("{} ranks hold {} to {} elements each, the fullest {:.2f} times the mean", balance.ranks,
                       grouped(balance.least), most, balance.imbalance());
}

} // namespace tessera
