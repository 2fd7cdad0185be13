// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rounds in which all ranks send the same distance ahead.
#include "libcore/schedule/detail/cyclic_rounds.hpp"

namespace tessera::detail {

CyclicRounds::CyclicRounds(std::string algorithm, MessageSet messages, StepKind halfway)
    : PartnerSchedule(std::move(algorithm), messages, messages.size() - 1, StepKind::SendReceive), halfway_(halfway) {}

StepKind CyclicRounds::kind(int step) const {
    return 2 * (Index{step} + 1) == size() ? halfway_ : StepKind::SendReceive;
}

int CyclicRounds::target(int position, int step) const {
    return (position + step + 1) % size();
}

int CyclicRounds::source(int position, int step) const {
    return (position + size() - step - 1) % size();
}

int CyclicRounds::step_of(int from, int to) const {
    return (to - from + size()) % size() - 1;
}

std::optional<CyclicRounds::Formula> CyclicRounds::formula(int step) const {
    return Formula{StepPattern::Shape::Shift, step + 1};
}

} // namespace tessera::detail
