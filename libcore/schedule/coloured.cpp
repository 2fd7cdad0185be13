// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bipartite edge colouring (Koenig): the steps are as many as the busiest rank has messages, the fewest possible.
#include "libcore/base/try.hpp"
#include "libcore/schedule/detail/coloured_hops.hpp"
#include "libcore/schedule/detail/cyclic_rounds.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/regular.hpp"
#include "libcore/schedule/table_schedule.hpp"

namespace tessera::detail {

MadeSchedule make_coloured(ScheduleInput input) {
    if (is_regular(input.messages)) // the colouring gives cyclic rounds in this case
        return std::make_shared<CyclicRounds>("coloured", std::move(input.messages), StepKind::Exchange);
    auto hops = TRY(coloured_hops(input.messages, input.watch));
    return std::make_shared<TableSchedule>("coloured", std::move(input.messages), std::move(hops), StepKind::SendReceive);
}

} // namespace tessera::detail
