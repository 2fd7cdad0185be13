// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a sample of an algorithm's steps, whose contention represents that of all steps.
#pragma once

#include "libcore/network/step_cost.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace tessera::detail {

/// Returns a stride whose multiples modulo `count` visit every number below `count` once, evenly spread. Powers of two would
/// mislead: steps of pex whose distance is a multiple of 64 differ only in one dimension of the network. Precondition: count > 0.
[[nodiscard]] int golden_stride(int count);

/// Measures steps one by one, in an order in which every prefix is spread over all steps.
class StepSample {
  public:
    /// Returns the cost of a step, 0 <= step < steps.
    using StepCostFunction = std::function<StepCost(int step, StepCoster& coster)>;

    /// Precondition: steps >= 0.
    StepSample(int steps, StepCostFunction look);

    /// Measures further steps until `count` are known. Reduces `budget` by the visited links and messages. At 0 no more steps are
    /// measured, but the first step always is. Error: a rate is missing.
    [[nodiscard]] Result<void> look(int count, StepCoster& coster, Index& budget);

    [[nodiscard]] int known() const { return known_; }
    [[nodiscard]] bool all_known() const { return known_ == steps_; }
    /// Returns the estimated budget to know `count` steps, or all, based on the last step.
    [[nodiscard]] Index effort(int count) const { return visits_ * std::max(0, std::min(count, steps_) - known_); }
    /// Returns time (without rates: bytes) with contention over time without, for the known steps; 1 if there are none.
    [[nodiscard]] double impact_on_time() const;
    [[nodiscard]] double impact_on_bytes() const;

  private:
    int steps_;
    int stride_; // coprime to steps_, near its golden section
    StepCostFunction look_;
    int known_ = 0;
    Index visits_ = 0;
    double time_ = 0;
    double time_alone_ = 0;
    double bytes_ = 0;
    double bytes_alone_ = 0;
};

/// Returns a function that measures a step by its messages. `fill` appends the messages of a step and returns its kind.
[[nodiscard]] StepSample::StepCostFunction walked(std::function<StepKind(int step, std::vector<Transfer>& out)> fill);

} // namespace tessera::detail
