// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pairwise exchange by exclusive-or on shifted numbers, the common part of pex, bex, pex-gen and pex-gen-shift.
#include "libcore/schedule/detail/xor_exchange.hpp"

#include "libcore/schedule/binary.hpp"

namespace tessera::detail {

namespace {

/// Returns 2^ceil(lg ranks) - 1: both the mask of the virtual numbers and the number of steps.
int mask_of(int ranks) {
    return power_of_two_from(ranks) - 1;
}

} // namespace

XorExchange::XorExchange(std::string algorithm, MessageSet messages, int shift)
    : PartnerSchedule(std::move(algorithm), messages, mask_of(messages.size()), StepKind::Exchange), shift_(shift),
      mask_(mask_of(messages.size())) {}

int XorExchange::target(int position, int step) const {
    int const partner = ((((position + shift_) & mask_) ^ (step + 1)) - shift_) & mask_;
    return partner < size() ? partner : nobody;
}

int XorExchange::step_of(int from, int to) const {
    return (((from + shift_) ^ (to + shift_)) & mask_) - 1;
}

std::optional<XorExchange::Formula> XorExchange::formula(int step) const {
    if (size() != mask_ + 1 || shift_ > 1) return std::nullopt;
    return Formula{StepPattern::Shape::Xor, step + 1, shift_};
}

} // namespace tessera::detail
