// SPDX-License-Identifier: BSD-3-Clause
// Tessera: message combining (Bruck et al. 1997): step k moves every block whose remaining way has bit k, by 2^k ranks.
#include "libcore/schedule/detail/binary.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/routed_schedule.hpp"

namespace tessera::detail {

namespace {

class BruckRoutes final : public Routes {
  public:
    explicit BruckRoutes(int size) : size_(size) {}

    [[nodiscard]] int steps() const override { return ceil_log2(size_); }
    [[nodiscard]] int target(int position, int step) const override { return ahead(position, 1 << step); }
    [[nodiscard]] int source(int position, int step) const override { return behind(position, 1 << step); }

    void route(int from, int to, std::function<void(int, int, int)> const& visit) const override {
        int const distance = behind(to, from);
        int at = from;
        for (int step = 0; step < steps(); ++step) {
            if ((distance >> step & 1) == 0) continue;
            visit(step, at, target(at, step));
            at = target(at, step);
        }
    }

    void carried(int position, int step, std::function<void(int, int)> const& visit) const override {
        int const bit = 1 << step;
        for (int distance = bit; distance < size_; ++distance) {
            if ((distance & bit) == 0) continue;
            int const origin = behind(position, distance & (bit - 1)); // the lower bits are travelled already
            visit(origin, ahead(origin, distance));
        }
    }

    /// The distances below size with this bit: half of every full period of the bit, and what sticks out of the last one.
    [[nodiscard]] Index carried_count(int, int step) const override {
        int const bit = 1 << step;
        int const rest = size_ & (2 * bit - 1);
        return (size_ - rest) / 2 + (rest > bit ? rest - bit : 0);
    }

  private:
    [[nodiscard]] int ahead(int position, int distance) const { return static_cast<int>((Index{position} + distance) % size_); }
    [[nodiscard]] int behind(int position, int distance) const {
        return static_cast<int>((Index{position} + size_ - distance) % size_);
    }

    int size_;
};

} // namespace

Made make_bruck(Assignment assignment) {
    auto routes = std::make_unique<BruckRoutes>(assignment.messages.size());
    return std::make_shared<RoutedSchedule>("bruck", std::move(assignment.messages), std::move(routes), StepKind::SendReceive);
}

} // namespace tessera::detail
