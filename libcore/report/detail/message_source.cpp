// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iteration over the messages of a redistribution report.
#include "libcore/report/detail/message_source.hpp"

#include <algorithm>

namespace tessera::detail {

void for_each_message(MultiPlan const& plan, std::optional<Rank> rank, std::function<bool(MultiMessage const&)> const& visit) {
    if (!rank) {
        for (Rank const sender : plan.senders())
            if (!std::ranges::all_of(plan.sends(sender), visit)) return;
        return;
    }
    if (!std::ranges::all_of(plan.sends(*rank), visit)) return;
    for (MultiMessage const& message : plan.receives(*rank))
        if (message.from != message.to && !visit(message)) return;
}

} // namespace tessera::detail
