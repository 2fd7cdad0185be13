// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule written out in full, which can be changed, and a play of it byte by byte.
#pragma once

#include "libcore/schedule/schedule.hpp"

#include <vector>

namespace tessera::oracle {

struct Sent {
    Transfer transfer;
    std::vector<Block> blocks;
};

class RecordedSchedule final : public Schedule {
  public:
    /// Writes down everything the schedule answers to for_each_transfer and blocks.
    explicit RecordedSchedule(Schedule const& original);

    [[nodiscard]] int steps() const override { return static_cast<int>(sent.size()); }
    [[nodiscard]] StepKind kind(int) const override { return StepKind::SendReceive; }
    [[nodiscard]] bool store_and_forward() const override { return true; }
    void sends(int position, int step, std::vector<Transfer>& out) const override;
    void receives(int position, int step, std::vector<Transfer>& out) const override;
    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const override;

    std::vector<std::vector<Sent>> sent; ///< by step
};

/// Follows every byte of every message: each moves only from where it is, at most once a step, never back to its source nor on from
/// its destination, and ends there.
bool delivers(RecordedSchedule const& schedule);

} // namespace tessera::oracle
