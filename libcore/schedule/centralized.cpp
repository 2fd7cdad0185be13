// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Centralized (CDT, 2.2): one sender collects everything, then gives every receiver its part.
#include "libcore/schedule/detail/crossing.hpp"
#include "libcore/schedule/detail/makers.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

/// The sender with most to send, so that least has to be collected.
int centre_of(Crossing const& crossing) {
    std::vector<Index> sent(crossing.sides.senders.size(), 0);
    for (Crossing::Message const& message : crossing.messages) sent[static_cast<std::size_t>(message.sender)] += message.bytes;
    return static_cast<int>(std::ranges::max_element(sent) - sent.begin());
}

Guide by_centre(Crossing const& crossing) {
    return [centre = centre_of(crossing)](Crossing::Message const&, Journey& journey) {
        journey.to_sender(0, centre);
        journey.arrive(1);
    };
}

} // namespace

Made make_centralized(Assignment assignment) {
    return make_crossing_schedule("centralized", std::move(assignment.messages), StepKind::Gather, by_centre);
}

} // namespace tessera::detail
