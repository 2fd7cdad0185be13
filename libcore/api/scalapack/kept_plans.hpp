// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistributions that are kept from call to call, as ScaLAPACK's interface has no place for them.
#pragma once

#include "libcore/api/scalapack/move_request.hpp"
#include "libcore/api/scalapack/trapezoid.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <list>
#include <optional>
#include <vector>

namespace tessera::scalapack {

/// A redistribution of one submatrix, compiled for this rank.
struct KeptPlan {
    std::vector<MoveRequest> requests; ///< of all ranks, indexed by rank; the same on all ranks
    MoveRequest described;             ///< with the sides of processes that are in the grids
    Index bytes_moved = 0;             ///< between different ranks
    Index messages = 0;
    std::vector<ElementRun> spared;     ///< elements of this rank that the mover overwrites and the call must not change
    std::size_t strips = 0;             ///< arrays of the mover; each has the same source and target
    std::optional<Redistributor> mover; ///< empty: nothing moves

    /// Moves the data. Collective. Null: the rank is not in the matrix's grid.
    void execute(void const* a, void* b);
};

/// The plans for the processes of one context.
class KeptPlans {
  public:
    /// The largest number of plans that are kept. The plan that was not used for longest is dropped first.
    static constexpr std::size_t most = 64;

    explicit KeptPlans(Communicator comm) : comm_(std::move(comm)) {}

    [[nodiscard]] Communicator const& comm() const { return comm_; }
    void clear() { plans_.clear(); }

    /// Returns the plan for the requests of all ranks, and sets `is_new` if it was made now. Collective; the ranks need to know
    /// only the matrices that they hold. Errors, the same on all ranks: those of PlacedMatrix; the ranks' requests contradict each
    /// other; the submatrices have elements in common.
    [[nodiscard]] Result<KeptPlan*> plan_for(MoveRequest const& mine, bool& is_new);

  private:
    [[nodiscard]] Result<KeptPlan> make(std::vector<MoveRequest> requests, MoveRequest const& mine) const;

    Communicator comm_;
    std::list<KeptPlan> plans_; // the last used one first; the same order on all ranks
};

/// Returns the plans for a BLACS context. Collective over its processes when their set is new. Plans of a set of processes are kept
/// when its context is gone: a later context of the same processes finds them.
[[nodiscard]] KeptPlans& kept_plans_of(int context);

/// Drops all plans of all contexts. Collective over the processes of each.
void drop_kept_plans();

} // namespace tessera::scalapack
