// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one rank's share of a schedule: its transfers in each step, and their memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/schedule.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera {

/// Location of a block, or of a part of one, on this rank.
struct BlockLocation {
    enum class Area {
        Outgoing, ///< in this rank's own message to `peer`
        Incoming, ///< in the message from `peer` to this rank
        Pool      ///< in the memory for forwarded data
    };
    Area area = Area::Pool;
    Rank peer = 0;    ///< not used for the pool
    Index offset = 0; ///< offset in the message, or in the pool
    Index bytes = 0;
};

/// One transfer as its sender or its receiver sees it. Without `staged_at`, its only block is sent or received in place. With
/// it, the transfer is assembled or split in the pool.
struct StepTransfer {
    int step = 0;
    Rank peer = 0;
    Index bytes = 0;
    std::vector<BlockLocation> places;  ///< sends: all blocks; receives: the blocks for this rank; same order as `in_transfer`
    std::vector<Index> in_transfer;     ///< offset of each block in the transfer
    std::optional<Index> staged_at;     ///< offset in the pool
    std::vector<std::size_t> waits_for; ///< sends: ascending numbers of the receives that deliver its blocks
};

/// A rank's share of a schedule, compiled once, in real ranks. Its size depends on the blocks that this rank sends and
/// receives.
struct RankSteps {
    int steps = 0;
    std::vector<StepTransfer> sends;    ///< by step
    std::vector<StepTransfer> receives; ///< by step
    std::vector<Index> expected;        ///< by rank: bytes of the message from that rank
    std::vector<bool> assembled;        ///< by rank: whether its message is assembled at MessageEnds::incoming()
    Index pool_bytes = 0;
};

/// Returns the share of a rank; empty if the schedule does not contain it. `window`: the number of consecutive steps that may
/// overlap, >= 1. Pool memory is reused only after that many steps.
[[nodiscard]] RankSteps compile_steps(Schedule const& schedule, Rank rank, int window);

} // namespace tessera
