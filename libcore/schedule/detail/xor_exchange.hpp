// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pairwise exchange by exclusive-or on shifted numbers, what pex, bex, pex-gen and pex-gen-shift have in common.
#pragma once

#include "libcore/schedule/detail/partner_schedule.hpp"

namespace tessera::detail {

/// With q the smallest power of two that is not below the number of ranks, position p has the virtual number (p + shift) mod q. In
/// step j, 1 <= j < q, the virtual numbers v and v xor j exchange, where both belong to a rank. (Thakur's Fig. 4.12 prints the
/// shift modulo P, which breaks the pairs; it must be modulo q.)
class XorExchange final : public PartnerSchedule {
  public:
    XorExchange(std::string algorithm, MessageSet messages, int shift);

  private:
    [[nodiscard]] int target(int position, int step) const override;
    [[nodiscard]] int source(int position, int step) const override { return target(position, step); }
    [[nodiscard]] int step_of(int from, int to) const override;

    /// Where no number is without a rank, and the shift is one that StepPattern knows.
    [[nodiscard]] std::optional<Formula> formula(int step) const override;

    int shift_;
    int mask_; // q - 1
};

} // namespace tessera::detail
