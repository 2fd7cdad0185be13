// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes a plan under MPI in rounds, within a bound on the memory for messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <memory>
#include <mpi.h>
#include <span>

namespace tessera {

/// The bound on message memory, and what counts toward it.
struct RoundMemory {
    Index bytes = 0; ///< bound on the message buffers of all ranks together; arrays and MPI's internal memory do not count
    /// The sources are DistributedArrays. Transports that copy directly from them within a node need no buffers there.
    bool straight = false;
};

/// One rank's share of a plan, cut into the fewest parts found that keep within the bound (PlanParts). Each part has a
/// Redistributor that lives for its round, unless there is only one part. Rounds share what ranks learn by communicating. They
/// also share memory if each rank needs as much as in the round before; most parts are alike.
class RoundRedistributor {
  public:
    /// The largest number of rounds that make() tries.
    static constexpr Index most_rounds = 1024;

    /// Collective. Errors: those of Redistributor::make; the bound is too small (the error names the least that is enough).
    /// Precondition: no schedule in `options`, because a schedule covers all messages.
    [[nodiscard]] static Result<RoundRedistributor> make(MultiPlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                                         RedistributorOptions options, RoundMemory memory);

    RoundRedistributor(RoundRedistributor&&) noexcept;
    RoundRedistributor& operator=(RoundRedistributor&&) noexcept;
    ~RoundRedistributor();

    /// Executes all rounds. Collective. Pointers as for Redistributor::execute. Throws MemoryExceeded if a round held more
    /// than the bound.
    void execute(std::span<void const* const> sources, std::span<void* const> targets);
    /// Executes from DistributedArrays. Precondition: memory.straight.
    void execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets);

    [[nodiscard]] Index rounds() const;
    /// Returns the predicted buffer bytes of all ranks together, in the round that needs most. It counts a buffer for every
    /// message, though some need none.
    [[nodiscard]] Index predicted_bytes() const;
    /// Returns the buffer bytes of all ranks together in the largest round of the last execution.
    [[nodiscard]] Index held_bytes() const;

  private:
    struct State;
    explicit RoundRedistributor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
