// SPDX-License-Identifier: BSD-3-Clause
// Tessera: some steps of an algorithm, whose contention stands for that of all.
#pragma once

#include "libcore/network/step_cost.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace tessera::detail {

/// Its multiples modulo `count` visit every number below `count` once, evenly spread. Powers of two would mislead: steps of pex
/// that are a multiple of 64 apart differ in one dimension of the network only. Precondition: count > 0.
[[nodiscard]] int golden_stride(int count);

/// Looks at steps one by one, in an order that spreads every beginning of it over all steps.
class StepSample {
  public:
    /// The cost of a step, 0 <= step < steps. Error: a rate is missing.
    using Look = std::function<Result<StepCost>(int step, StepCoster& coster)>;

    /// Precondition: steps >= 0.
    StepSample(int steps, Look look);

    /// Looks at further steps until `count` are known. `budget` goes down by the links and messages visited; at 0 nothing more is
    /// looked at, but the first step always is. Error: a rate is missing.
    [[nodiscard]] Result<void> look(int count, StepCoster& coster, Index& budget);

    [[nodiscard]] int known() const { return known_; }
    [[nodiscard]] bool all_known() const { return known_ == steps_; }
    /// What it may take to know `count` steps, or all, judged by the last one: as much as that budget.
    [[nodiscard]] Index effort(int count) const { return visits_ * std::max(0, std::min(count, steps_) - known_); }
    /// Time (without rates: bytes) with contention over time without, of the steps known so far; 1 if there are none.
    [[nodiscard]] double impact_on_time() const;
    [[nodiscard]] double impact_on_bytes() const;

  private:
    int steps_;
    int stride_; // coprime to steps_, near the golden section of it
    Look look_;
    int known_ = 0;
    Index visits_ = 0;
    double time_ = 0;
    double time_alone_ = 0;
    double bytes_ = 0;
    double bytes_alone_ = 0;
};

/// Looks at steps by their messages: `fill` appends those of a step and says of what kind it is.
[[nodiscard]] StepSample::Look walked(std::function<StepKind(int step, std::vector<Transfer>& out)> fill);

} // namespace tessera::detail
