// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistribution by runtime resolution, the baseline for comparisons with plans.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <mpi.h>

namespace tessera {

/// Code that a compiler without array sections generates (Thakur 1995, section 3.1; PITFALLS, 1.2). An inspector computes the
/// owner of every single element by plain arithmetic and counts the messages. The sender appends each element to the message of
/// its new owner. The receiver takes each element from the message of its old owner, in the same order. Nothing is computed
/// before execute(), and nothing is allocated for an element.
/// Replicated sources: a receiver that holds a copy takes its own; the others receive the first copy.
class RuntimeResolution {
  public:
    /// Collective; the communicator is duplicated. Error: the mappings name ranks that the communicator does not have.
    [[nodiscard]] static Result<RuntimeResolution> make(RedistPlan plan, MPI_Comm comm);
    /// Makes it for each rank's own layouts. Further errors, the same on all ranks: those of check_layouts() on any rank.
    [[nodiscard]] static Result<RuntimeResolution> make(RedistPlan plan, MPI_Comm comm, RankLayouts layouts);

    /// Executes the redistribution as Redistributor::execute does, with the layouts given to make(). Collective.
    void execute(void const* source, void* target) const;

  private:
    RuntimeResolution(RedistPlan plan, Communicator comm, RankLayouts layouts);

    RedistPlan plan_;
    Communicator comm_;
    RankLayouts layouts_;
    Index element_bytes_;
};

} // namespace tessera
