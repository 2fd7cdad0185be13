// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pairwise exchange by exclusive-or on shifted numbers, the common part of pex, bex, pex-gen and pex-gen-shift.
#pragma once

#include "libcore/schedule/detail/partner_schedule.hpp"

namespace tessera::detail {

/// Let q be the smallest power of two that is at least the number of ranks. Position p has the virtual number (p + shift) mod q. In
/// step j, 1 <= j < q, the virtual numbers v and v xor j exchange, if both belong to a rank. (Thakur's Fig. 4.12 prints the shift
/// modulo P, which breaks the pairs; it must be modulo q.)
class XorExchange final : public PartnerSchedule {
  public:
    XorExchange(std::string algorithm, MessageSet messages, int shift);

  private:
    [[nodiscard]] int target(int position, int step) const override;
    [[nodiscard]] int source(int position, int step) const override { return target(position, step); }
    [[nodiscard]] int step_of(int from, int to) const override;

    /// Returns the formula if every virtual number has a rank and StepPattern supports the shift.
    [[nodiscard]] std::optional<Formula> formula(int step) const override;

    int shift_;
    int mask_; // q - 1
};

} // namespace tessera::detail
