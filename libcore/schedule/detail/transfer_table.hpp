// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers and the blocks they carry, listed step by step.
#pragma once

#include "libcore/schedule/schedule.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace tessera::detail {

/// One hop of one block.
struct Hop {
    int step = 0;
    int from = 0; ///< where the block is before the step
    int to = 0;   ///< and after it
    Block block;
};

/// Numbers the steps of the hops anew, so that none is empty. Returns how many there are.
int drop_empty_steps(std::vector<Hop>& hops);

/// Hops from one position to another in one step travel together, as one transfer. Answers cost their size plus a binary search.
class TransferTable {
  public:
    /// Hops in any order; their steps lie in [0, steps).
    TransferTable(std::vector<Hop> const& hops, int steps);

    [[nodiscard]] int steps() const { return static_cast<int>(step_start_.size()) - 1; }
    void sends(int position, int step, std::vector<Transfer>& out) const;
    void receives(int position, int step, std::vector<Transfer>& out) const;
    /// By sender and then receiver.
    [[nodiscard]] std::span<Transfer const> transfers(int step) const;
    /// By origin, destination and offset; nothing where there is no such transfer in this step.
    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const;

  private:
    void append(Hop const& hop, bool starts_transfer);

    std::vector<std::size_t> step_start_;  // steps + 1, into transfers_
    std::vector<Transfer> transfers_;      // by step, sender, receiver
    std::vector<std::size_t> by_receiver_; // numbers of transfers_, by step, receiver, sender
    std::vector<std::size_t> block_start_; // transfers + 1, into blocks_
    std::vector<Block> blocks_;
};

} // namespace tessera::detail
