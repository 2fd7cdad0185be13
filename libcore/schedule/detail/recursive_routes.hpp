// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the routes of Recursive Exchange: one bit of the position is corrected in each step.
#pragma once

#include "libcore/schedule/detail/routed_schedule.hpp"

#include <vector>

namespace tessera::detail {

/// Step k corrects bit bits[k]: a block is where the bits done agree with its destination and the others with its origin. `bits`
/// are the single bits of a power of two of positions, in any order.
class RecursiveRoutes final : public Routes {
  public:
    explicit RecursiveRoutes(std::vector<int> bits);

    [[nodiscard]] int steps() const override { return static_cast<int>(bits_.size()); }
    [[nodiscard]] int target(int position, int step) const override { return position ^ bits_[as_size(step)]; }
    [[nodiscard]] int source(int position, int step) const override { return target(position, step); }
    void route(int from, int to, std::function<void(int, int, int)> const& visit) const override;
    void carried(int position, int step, std::function<void(int, int)> const& visit) const override;
    [[nodiscard]] Index carried_count(int position, int step) const override;
    [[nodiscard]] Formula formula(int step) const override { return {StepPattern::Shape::Xor, bits_[as_size(step)]}; }

  private:
    std::vector<int> bits_;
    std::vector<int> done_; // by step: the bits corrected before it
    int all_ = 0;
};

} // namespace tessera::detail
