// SPDX-License-Identifier: BSD-3-Clause
// Tessera: runs a plan under MPI in rounds, within a bound on the memory for messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <memory>
#include <mpi.h>
#include <span>

namespace tessera {

/// How much of it, and what counts.
struct RoundMemory {
    Index bytes = 0; ///< for the message buffers of all ranks together; the arrays do not count, nor what MPI holds inside
    /// The sources are DistributedArrays: transports that copy straight from them within a node need no memory there.
    bool straight = false;
};

/// One rank's share of a plan that is cut into as few parts as keep within the bound (PlanParts); each is a Redistributor that is
/// made when its round begins and gone when it ends, unless there is only one. Rounds share what ranks find out by meeting, and
/// memory, where one wants on every rank as much as the one before; cuts make most of them alike.
class RoundRedistributor {
  public:
    /// More rounds than this are not tried.
    static constexpr Index most_rounds = 1024;

    /// Collective. Errors: as Redistributor::make; the bound is too small, with the least that would do.
    /// Precondition: options have no schedule, as that is of all messages.
    [[nodiscard]] static Result<RoundRedistributor> make(MultiPlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                                         RedistributorOptions options, RoundMemory memory);

    RoundRedistributor(RoundRedistributor&&) noexcept;
    RoundRedistributor& operator=(RoundRedistributor&&) noexcept;
    ~RoundRedistributor();

    /// Collective. Pointers as of Redistributor::execute. Throws MemoryExceeded where a round held more than the bound.
    void execute(std::span<void const* const> sources, std::span<void* const> targets);
    /// The same from arrays of the library's. Precondition: memory.straight.
    void execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets);

    [[nodiscard]] Index rounds() const;
    /// Of all ranks together, in the round that needs the most: buffers for every message, though some may do without.
    [[nodiscard]] Index predicted_bytes() const;
    /// What was really held in that of the last execution.
    [[nodiscard]] Index held_bytes() const;

  private:
    struct State;
    explicit RoundRedistributor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
