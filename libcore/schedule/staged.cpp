// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Staged (CDT, 2.2): R of the senders each collect the data of one receiver, and send it over in the last step.
#include "libcore/schedule/detail/crossing.hpp"
#include "libcore/schedule/detail/cyclic_rounds.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/regular.hpp"

namespace tessera::detail {

namespace {

/// In step k each sender sends to the sender k + 1 numbers ahead, if that one is a stage. So a sender has one message in and one
/// out.
Guide by_stages(Crossing const& crossing) {
    int const senders = crossing.sender_count();
    return [stages = crossing.stages(), senders](Crossing::Message const& message, Journey& journey) {
        int const stage = stages[as_size(message.receiver)];
        journey.to_sender((stage - message.sender + senders) % senders - 1, stage);
        journey.arrive(senders - 1);
    };
}

} // namespace

MadeSchedule make_staged(ScheduleInput input) {
    if (is_regular(input.messages)) // every sender is also a receiver, so nothing has to be collected
        return std::make_shared<CyclicRounds>("staged", std::move(input.messages), StepKind::Exchange);
    return make_crossing_schedule("staged", std::move(input), StepKind::SendReceive, by_stages);
}

} // namespace tessera::detail
