// SPDX-License-Identifier: BSD-3-Clause
// Tessera: General Algorithm for any Mesh (Thakur, Fig. 4.13): in step i each rank sends to the rank i ahead.
#include "libcore/schedule/detail/cyclic_rounds.hpp"
#include "libcore/schedule/detail/makers.hpp"

namespace tessera::detail {

MadeSchedule make_gen(ScheduleInput input) {
    return std::make_shared<CyclicRounds>("gen", std::move(input.messages), StepKind::SendReceive);
}

} // namespace tessera::detail
