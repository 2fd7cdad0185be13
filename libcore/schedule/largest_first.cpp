// SPDX-License-Identifier: BSD-3-Clause
// Tessera: largest message first: each message gets the first step in which its sender and its receiver are both free.
#include "libcore/schedule/detail/cyclic_rounds.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/ordered_messages.hpp"
#include "libcore/schedule/detail/port_slots.hpp"
#include "libcore/schedule/detail/regular.hpp"
#include "libcore/schedule/table_schedule.hpp"

#include <algorithm>

namespace tessera::detail {

MadeSchedule make_largest_first(ScheduleInput input) {
    MessageSet const& messages = input.messages;
    if (is_regular(messages)) // each distance is a step, the nearest first
        return std::make_shared<CyclicRounds>("largest-first", messages, StepKind::Exchange);
    // Either end uses at most max_degree - 1 other steps, so 2 * max_degree - 1 steps contain one that is free at both.
    int const steps = static_cast<int>(std::max<Index>(2 * messages.max_degree() - 1, 0));
    PortSlots sending(messages.size(), steps);
    PortSlots receiving(messages.size(), steps);
    std::vector<Hop> hops;
    for (auto const& [from, to, bytes] : largest_first(messages)) {
        if (input.watch.stopped()) return stopped_error();
        int const step = sending.first_free_in_both(from, receiving, to);
        sending.take(from, step);
        receiving.take(to, step);
        hops.push_back({step, from, to, {from, to, 0, bytes}});
    }
    return std::make_shared<TableSchedule>("largest-first", messages, std::move(hops), StepKind::SendReceive);
}

} // namespace tessera::detail
