// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the routes of Recursive Exchange: each step corrects one bit of the position.
#pragma once

#include "libcore/schedule/detail/routed_schedule.hpp"

#include <vector>

namespace tessera::detail {

/// Step k corrects bit bits[k]. The position of a block agrees with its destination in the corrected bits, and with its origin in
/// the others. `bits` are the single bits of a power of two of positions, in any order.
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
    std::vector<int> done_; // indexed by step: the bits corrected before it
    int all_ = 0;
};

} // namespace tessera::detail
