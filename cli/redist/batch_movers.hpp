// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the movers of a batch: by the phases of a plan, in rounds, as printed, or by asking owners.
#pragma once

#include "cli/redist/array_slots.hpp"
#include "cli/redist/outcome.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <memory>

namespace tessera::cli {

/// Moves one batch any number of times. All functions are collective.
class BatchMover {
  public:
    virtual ~BatchMover() = default;
    virtual void execute() = 0;
    /// Moves from the targets back to the sources, for --round-trip.
    virtual void execute_back() {}
    /// Returns the bytes that reach this rank in one execution, both directions together.
    [[nodiscard]] virtual Index bytes() const { return 0; }
    /// Stores results that are known only after the last execution.
    virtual void report(RedistOutcome& outcome) const { static_cast<void>(outcome); }
};

/// Makes the mover of a batch. `progress`: called with the bytes that reached this rank. Errors: those of the executor.
/// Collective.
[[nodiscard]] Result<std::unique_ptr<BatchMover>> make_mover(Communicator const& comm, RedistSettings const& settings,
                                                             ArraySlots& slots, MovementBatch const& batch,
                                                             std::function<void(Index)> progress);

} // namespace tessera::cli
