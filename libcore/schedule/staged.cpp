// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Staged (CDT, 2.2): R of the senders collect what the receivers get, one each, and hand it over in the last step.
#include "libcore/schedule/detail/crossing.hpp"
#include "libcore/schedule/detail/cyclic_rounds.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/regular.hpp"

namespace tessera::detail {

namespace {

/// In step k every sender sends to the one k + 1 numbers ahead, where that is a stage: one message in and out at a time.
Guide by_stages(Crossing const& crossing) {
    int const senders = crossing.sender_count();
    return [stages = crossing.stages(), senders](Crossing::Message const& message, Journey& journey) {
        int const stage = stages[as_size(message.receiver)];
        journey.to_sender((stage - message.sender + senders) % senders - 1, stage);
        journey.arrive(senders - 1);
    };
}

} // namespace

Made make_staged(Assignment assignment) {
    if (is_regular(assignment.messages)) // every sender is also a receiver, and nothing need be collected
        return std::make_shared<CyclicRounds>("staged", std::move(assignment.messages), StepKind::Exchange);
    return make_crossing_schedule("staged", std::move(assignment), StepKind::SendReceive, by_stages);
}

} // namespace tessera::detail
