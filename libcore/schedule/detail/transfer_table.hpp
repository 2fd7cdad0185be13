// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers and the blocks they carry, listed by step.
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
    int from = 0; ///< position of the block before the step
    int to = 0;   ///< position of the block after the step
    Block block;
};

/// Renumbers the steps of the hops, so that no step is empty. Returns the number of steps.
int drop_empty_steps(std::vector<Hop>& hops);

/// Joins the hops between two positions in one step into one transfer. Answers cost their size plus a binary search.
class TransferTable {
  public:
    /// Takes hops in any order. Precondition: their steps lie in [0, steps).
    TransferTable(std::vector<Hop> const& hops, int steps);

    [[nodiscard]] int steps() const { return static_cast<int>(step_start_.size()) - 1; }
    void sends(int position, int step, std::vector<Transfer>& out) const;
    void receives(int position, int step, std::vector<Transfer>& out) const;
    /// Returns the transfers of a step, by sender, then receiver.
    [[nodiscard]] std::span<Transfer const> transfers(int step) const;
    /// Returns the blocks by origin, destination and offset, or nothing if the step has no such transfer.
    [[nodiscard]] std::vector<Block> blocks(Transfer const& transfer, int step) const;

  private:
    void append(Hop const& hop, bool starts_transfer);

    std::vector<std::size_t> step_start_;  // steps + 1 entries: index of the step's first transfer in transfers_
    std::vector<Transfer> transfers_;      // sorted by step, then sender, then receiver
    std::vector<std::size_t> by_receiver_; // indices into transfers_, by step, then receiver, then sender
    std::vector<std::size_t> block_start_; // transfers + 1 entries: index of the transfer's first block in blocks_
    std::vector<Block> blocks_;
};

} // namespace tessera::detail
