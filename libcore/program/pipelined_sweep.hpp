// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a line sweep along a distributed dimension: ranks work one behind the other, some lines at a time.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/machine.hpp"

namespace tessera {

/// What a sweep has to do on each rank.
struct SweepTask {
    Index lines = 1;  ///< that go through a rank's part
    Index coords = 1; ///< ranks along the swept dimension
    Index blocks = 1; ///< stretches of the swept dimension that a rank has, one after the other
    Index element_bytes = 8;
    double seconds = 0; ///< of work on a rank
};

struct PipelinedSweep {
    Index lines_per_message = 1;
    Index stages = 1;
    double seconds = 0; ///< work included
    Index messages = 0; ///< of one line of ranks
};

/// What one line of ranks hands on, however many lines a message has.
[[nodiscard]] constexpr Index handed_on_bytes(SweepTask const& task) {
    return task.lines * task.element_bytes * (task.coords * task.blocks - 1);
}

/// With the number of lines per message that is best of those that divide all lines evenly: many make ranks wait for the first, few
/// make many messages. A stage is the work on so many lines and the message that hands them on; a rank has lines / c * blocks of
/// them, and the last one begins coords - 1 stages after the first (after Anderson, Amarasinghe and Lam 1995).
/// Errors: the machine lacks a rate. Preconditions: it has rates; lines >= 1.
[[nodiscard]] Result<PipelinedSweep> pipelined_sweep(SweepTask const& task, Machine const& machine);

/// The same sweep where each rank has one tile in every slab of every dimension (multipartitioning: Chavarria-Miranda and
/// Mellor-Crummey), which HPF cannot say: nobody waits. `slabs`: along each dimension; `tile_lines`: through a tile.
[[nodiscard]] Result<double> multipartitioned_sweep(double work_seconds, Index slabs, Index tile_lines, Index element_bytes,
                                                    Machine const& machine);

} // namespace tessera
