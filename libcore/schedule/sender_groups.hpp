// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the senders of the all-to-all/staged hybrid divide their work (CDT, 2.2).
#pragma once

#include <vector>

namespace tessera::detail {

/// Which senders send for themselves (the first `singles`) and which form groups that combine their data first. The paper shows
/// S = 4, R = 2 only; this is the general case. A full group has at least R members: member j collects for receiver j, one
/// message a step, while others send, and the group then serves all receivers in one step instead of one per member. The group
/// that sends in step t, counted from 0, may have t + 1 members. Each byte goes from the senders to the receivers once.
struct SenderGroups {
    int singles = 0; ///< at least R, so that R of them can always be sending
    std::vector<int> groups;

    /// If every sender has a message for every receiver.
    [[nodiscard]] int steps() const { return singles + static_cast<int>(groups.size()); }
};

/// The grouping with the fewest steps. Fewer than R senders left over form one group that is not full.
/// Precondition: senders >= receivers >= 1.
[[nodiscard]] SenderGroups group_senders(int senders, int receivers);

} // namespace tessera::detail
