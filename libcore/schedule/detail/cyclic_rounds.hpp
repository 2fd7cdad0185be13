// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rounds in which all ranks send the same distance ahead.
#pragma once

#include "libcore/schedule/detail/partner_schedule.hpp"

#include <string>

namespace tessera::detail {

/// In step i each position sends i + 1 positions ahead and receives from i + 1 behind. This is gen. Several algorithms for general
/// messages reduce to it for an all-to-all.
class CyclicRounds final : public PartnerSchedule {
  public:
    /// `halfway`: the kind of the step in which each rank sends half of the ranks ahead, and so exchanges with its partner.
    CyclicRounds(std::string algorithm, MessageSet messages, StepKind halfway);

    [[nodiscard]] StepKind kind(int step) const override;

  private:
    [[nodiscard]] int target(int position, int step) const override;
    [[nodiscard]] int source(int position, int step) const override;
    [[nodiscard]] int step_of(int from, int to) const override;
    [[nodiscard]] std::optional<Formula> formula(int step) const override;

    StepKind halfway_;
};

} // namespace tessera::detail
