// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedule of an all-to-all of 0 bytes, whose messages are empty.
#pragma once

#include "libcore/schedule/schedule.hpp"

#include <memory>

namespace tessera::detail {

/// Sends the messages of another schedule, without their bytes. An empty message still costs its start.
class EmptyMessages final : public Schedule {
  public:
    /// `messages`: an all-to-all of 0 bytes. `filled`: the schedule of an all-to-all of some bytes among as many ranks.
    EmptyMessages(MessageSet messages, std::shared_ptr<Schedule const> filled);

    [[nodiscard]] int steps() const override { return filled_->steps(); }
    [[nodiscard]] StepKind kind(int step) const override { return filled_->kind(step); }
    [[nodiscard]] bool store_and_forward() const override { return filled_->store_and_forward(); }
    void sends(int position, int step, std::vector<Transfer>& out) const override;
    void receives(int position, int step, std::vector<Transfer>& out) const override;
    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const override;
    bool visit_hops(int from, int to, HopVisitor const& visit) const override { return filled_->visit_hops(from, to, visit); }
    [[nodiscard]] std::optional<StepPattern> pattern(int step) const override;

  private:
    std::shared_ptr<Schedule const> filled_;
};

} // namespace tessera::detail
