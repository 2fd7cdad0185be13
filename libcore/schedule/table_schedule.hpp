// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule stored as a table.
#pragma once

#include "libcore/schedule/detail/transfer_table.hpp"
#include "libcore/schedule/schedule.hpp"

#include <string>
#include <vector>

namespace tessera::detail {

/// A schedule stored as a table. Steps without a hop are dropped. `kind` applies to the steps that are not pure exchanges.
class TableSchedule final : public Schedule {
  public:
    TableSchedule(std::string algorithm, MessageSet messages, std::vector<Hop> hops, StepKind kind);

    [[nodiscard]] int steps() const override { return table_.steps(); }
    [[nodiscard]] StepKind kind(int step) const override { return kinds_[as_size(step)]; }
    [[nodiscard]] bool store_and_forward() const override { return store_and_forward_; }
    void sends(int position, int step, std::vector<Transfer>& out) const override { table_.sends(position, step, out); }
    void receives(int position, int step, std::vector<Transfer>& out) const override { table_.receives(position, step, out); }
    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const override {
        return table_.blocks(transfer, step);
    }
    void for_each_transfer(int step, std::function<void(Transfer const&)> const& visit) const override;

  private:
    [[nodiscard]] bool is_exchange(int step) const;

    bool store_and_forward_;
    TransferTable table_;
    std::vector<StepKind> kinds_; // indexed by step
};

} // namespace tessera::detail
