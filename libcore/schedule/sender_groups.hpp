// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the senders of the all-to-all/staged hybrid divide their work (CDT, 2.2).
#pragma once

#include <vector>

namespace tessera::detail {

/// The first `singles` senders send for themselves. The others form groups that combine their data first. The paper shows only S =
/// 4, R = 2; this is the general case. A full group has at least R members. Its member j collects for receiver j, one message per
/// step, while others send. Then the group serves all receivers in one step, instead of one step per member. The group that sends
/// in step t, counted from 0, may have t + 1 members. Each byte goes from the senders to the receivers once.
struct SenderGroups {
    int singles = 0; ///< at least R, so that R of them can send at any time
    std::vector<int> groups;

    /// Returns the number of steps if every sender has a message for every receiver.
    [[nodiscard]] int steps() const { return singles + static_cast<int>(groups.size()); }
};

/// Returns the grouping with the fewest steps. If fewer than R senders remain, they form one group that is not full.
/// Precondition: senders >= receivers >= 1.
[[nodiscard]] SenderGroups group_senders(int senders, int receivers);

} // namespace tessera::detail
