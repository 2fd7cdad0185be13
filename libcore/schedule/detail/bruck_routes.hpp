// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the routes of message combining (Bruck et al. 1997): step k moves each block whose remaining distance has bit k by 2^k
// ranks.
#pragma once

#include "libcore/schedule/detail/routed_schedule.hpp"

namespace tessera::detail {

class BruckRoutes final : public Routes {
  public:
    explicit BruckRoutes(int size) : size_(size) {}

    [[nodiscard]] int steps() const override;
    [[nodiscard]] int target(int position, int step) const override { return ahead(position, 1 << step); }
    [[nodiscard]] int source(int position, int step) const override { return behind(position, 1 << step); }
    void route(int from, int to, std::function<void(int, int, int)> const& visit) const override;
    void carried(int position, int step, std::function<void(int, int)> const& visit) const override;
    [[nodiscard]] Index carried_count(int position, int step) const override;
    [[nodiscard]] Formula formula(int step) const override { return {StepPattern::Shape::Shift, 1 << step}; }

  private:
    [[nodiscard]] int ahead(int position, int distance) const { return static_cast<int>((Index{position} + distance) % size_); }
    [[nodiscard]] int behind(int position, int distance) const {
        return static_cast<int>((Index{position} + size_ - distance) % size_);
    }

    int size_;
};

} // namespace tessera::detail
