// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one rank's share of a schedule: what it sends and receives in each step, and where the bytes lie meanwhile.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/schedule.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera {

/// Where the bytes of a block, or of a part of one, lie on this rank.
struct BlockPlace {
    enum class Area {
        Outgoing, ///< in this rank's own message to `peer`
        Incoming, ///< in the message from `peer` to this rank
        Pool      ///< in the memory for forwarded data
    };
    Area area = Area::Pool;
    Rank peer = 0;    ///< of no meaning in the pool
    Index offset = 0; ///< in that message, or in the pool
    Index bytes = 0;
};

/// One transfer as its sender or its receiver sees it. Where `staged_at` is absent, the only block is sent from or received into
/// the place where it lies; else the transfer is put together, or taken apart, in the pool.
struct StepTransfer {
    int step = 0;
    Rank peer = 0;
    Index bytes = 0;
    std::vector<BlockPlace> places;     ///< sends: of all blocks; receives: of those for this rank, and with `in_transfer`
    std::vector<Index> in_transfer;     ///< where each block begins in the transfer
    std::optional<Index> staged_at;     ///< in the pool
    std::vector<std::size_t> waits_for; ///< sends: numbers of the receives that bring its blocks, ascending
};

/// Compiled once per rank, in real ranks. Its size follows the blocks this rank sends and receives.
struct RankSteps {
    int steps = 0;
    std::vector<StepTransfer> sends;    ///< by step
    std::vector<StepTransfer> receives; ///< by step
    std::vector<Index> expected;        ///< by rank: bytes of the message from there
    std::vector<bool> assembled;        ///< by rank: is the message from there put together at MessageEnds::incoming()?
    Index pool_bytes = 0;
};

/// A rank that the schedule does not know has nothing to do. `window`: the number of consecutive steps that may be
/// under way at a time, >= 1; pool memory is used again only after so many steps.
[[nodiscard]] RankSteps compile_steps(Schedule const& schedule, Rank rank, int window);

} // namespace tessera
