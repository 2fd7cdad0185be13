// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a line sweep along a distributed dimension: ranks work one after the other, on some lines at a time.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/machine.hpp"

namespace tessera {

/// The work of a sweep on each rank.
struct SweepTask {
    Index lines = 1;  ///< lines through a rank's part
    Index coords = 1; ///< ranks along the swept dimension
    Index blocks = 1; ///< blocks of the swept dimension on one rank, which it computes one after the other
    Index element_bytes = 8;
    double seconds = 0; ///< seconds of work on a rank
};

struct PipelinedSweep {
    Index lines_per_message = 1;
    Index stages = 1;
    double seconds = 0; ///< including the work
    Index messages = 0; ///< messages of one line of ranks
};

/// Returns the bytes that one line of ranks passes on. They do not depend on the number of lines per message.
[[nodiscard]] constexpr Index handed_on_bytes(SweepTask const& task) {
    return task.lines * task.element_bytes * (task.coords * task.blocks - 1);
}

/// Computes the sweep with the best number of lines per message, among the divisors of the number of lines. Many lines per message
/// make ranks wait for the first message; few make many messages. A stage is the work on these lines, and the message that passes
/// them on. A rank has lines / lines_per_message * blocks stages. The last rank begins coords - 1 stages after the first (after
/// Anderson, Amarasinghe and Lam 1995). Errors: the machine lacks a rate. Preconditions: it has rates; lines >= 1.
[[nodiscard]] Result<PipelinedSweep> pipelined_sweep(SweepTask const& task, Machine const& machine);

/// Returns the seconds of the same sweep if each rank has one tile in every slab of every dimension (multipartitioning:
/// Chavarria-Miranda and Mellor-Crummey). HPF cannot express this distribution. No rank waits. `slabs`: along each dimension;
/// `tile_lines`: lines through a tile.
[[nodiscard]] Result<double> multipartitioned_sweep(double work_seconds, Index slabs, Index tile_lines, Index element_bytes,
                                                    Machine const& machine);

} // namespace tessera
