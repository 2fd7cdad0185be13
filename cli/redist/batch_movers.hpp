// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ways in which redist moves one batch: by a plan's phases, in rounds, or by asking for owners.
#pragma once

#include "cli/redist/array_slots.hpp"
#include "cli/redist/outcome.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <memory>

namespace tessera::cli {

/// Moves one batch any number of times. All functions are collective.
class BatchMover {
  public:
    virtual ~BatchMover() = default;
    virtual void execute() = 0;
    /// From the targets back to the sources, with --round-trip.
    virtual void execute_back() {}
    /// Bytes that reach this rank in one execution (there and back).
    [[nodiscard]] virtual Index bytes() const { return 0; }
    /// What is known only after the last execution.
    virtual void report(RedistOutcome& outcome) const { static_cast<void>(outcome); }
};

/// Collective. `progress`: is told the bytes that reached this rank. Errors: those of the executor.
[[nodiscard]] Result<std::unique_ptr<BatchMover>> make_mover(Comm const& comm, RedistSettings const& settings, ArraySlots& slots,
                                                             MovementBatch const& batch, std::function<void(Index)> progress);

} // namespace tessera::cli
