// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistribution by runtime resolution, the baseline for comparisons with plans.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <functional>
#include <mpi.h>
#include <span>
#include <vector>

namespace tessera {

/// Code that a compiler without array sections generates (Thakur 1995, section 3.1). It computes the owner of every single
/// element. The sender appends the element to the message of its new owner. The receiver computes the old owner of each
/// element in the same order and takes it out. It uses the two mappings and the copy map of the plan, and nothing computed
/// beforehand. Replicated sources: a receiver that holds a copy takes its own; the others receive the first copy.
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

    /// Bytes per rank, in the order of the iteration space.
    using Messages = std::vector<std::vector<std::byte>>;
    using Indices = std::span<Index const>;

    [[nodiscard]] Messages packed(std::byte const* source) const;
    [[nodiscard]] Messages sized_for_receiving() const;
    void unpack(Messages const& messages, std::byte const* source, std::byte* target) const;
    [[nodiscard]] Rank sender(Indices source_index, Rank receiver) const;

    RedistPlan plan_;
    Communicator comm_;
    RankLayouts layouts_;
    std::size_t element_bytes_;
};

} // namespace tessera
