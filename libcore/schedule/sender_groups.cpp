// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the senders of the all-to-all/staged hybrid divide their work (CDT, 2.2).
#include "libcore/schedule/sender_groups.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

/// Returns the sizes of groups for the senders that are not single. Group i has at least R and at most `singles` + 1 + i members.
std::vector<int> group_sizes(int senders, int receivers, int singles, int groups) {
    std::vector<int> sizes(as_size(groups), receivers);
    int rest = senders - singles - groups * receivers;
    for (int group = groups - 1; group >= 0; --group) {
        int const more = std::min(rest, singles + group + 1 - receivers);
        sizes[as_size(group)] += more;
        rest -= more;
    }
    return sizes;
}

} // namespace

SenderGroups group_senders(int senders, int receivers) {
    int const idle = senders - receivers;
    if (idle == 0) return {senders, {}};
    if (idle < receivers) return {receivers, {idle}};
    int best_singles = senders;
    int best_groups = 0;
    for (int groups = 1; best_singles > receivers && Index{groups} * receivers <= idle; ++groups) {
        // Find the smallest a >= R with a + (a + 1) + ... + (a + groups) >= S.
        Index const least = ceil_div(senders - Index{groups} * (groups + 1) / 2, groups + 1);
        int const singles = std::max(receivers, static_cast<int>(least));
        if (senders - singles < groups * receivers || singles + groups >= best_singles + best_groups) continue;
        best_singles = singles;
        best_groups = groups;
    }
    return {best_singles, group_sizes(senders, receivers, best_singles, best_groups)};
}

} // namespace tessera::detail
