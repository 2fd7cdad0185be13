// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bipartite edge colouring (Koenig): the steps are as many as the busiest rank has messages, the fewest possible.
#include "libcore/schedule/detail/coloured_hops.hpp"
#include "libcore/schedule/detail/cyclic_rounds.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/regular.hpp"
#include "libcore/schedule/table_schedule.hpp"

namespace tessera::detail {

Made make_coloured(Assignment assignment) {
    if (is_regular(assignment.messages)) // the colouring gives cyclic rounds in this case
        return std::make_shared<CyclicRounds>("coloured", std::move(assignment.messages), StepKind::Exchange);
    auto hops = coloured_hops(assignment.messages, assignment.watch);
    if (!hops) return forward_error(hops);
    return std::make_shared<TableSchedule>("coloured", std::move(assignment.messages), std::move(*hops), StepKind::SendReceive);
}

} // namespace tessera::detail
