// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistribution by runtime resolution, the method that plans are measured against.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <functional>
#include <mpi.h>
#include <span>
#include <vector>

namespace tessera {

/// What a compiler without array sections generates (Thakur 1995, section 3.1): the owner of every single element is computed, the
/// sender appends the element to the message of its new owner, and the receiver, computing the old owner of each of its elements
/// in the same order, takes it out again. Of a plan it uses the two mappings and the copy map, nothing that was worked out
/// beforehand. Replicated sources: a receiver that holds a copy takes its own, others get the first copy's.
class RuntimeResolution {
  public:
    /// Collective: the communicator is duplicated. Error: the mappings name ranks that the communicator does not have.
    [[nodiscard]] static Result<RuntimeResolution> make(RedistPlan plan, MPI_Comm comm);
    /// With each rank's own layouts. Error besides, the same on all ranks: check_layouts() of any of them.
    [[nodiscard]] static Result<RuntimeResolution> make(RedistPlan plan, MPI_Comm comm, RankLayouts layouts);

    /// Collective. As Redistributor::execute, with both arrays in their standard layouts.
    void execute(void const* source, void* target) const;

  private:
    RuntimeResolution(RedistPlan plan, Comm comm, RankLayouts layouts);

    /// Per rank: bytes, in the order of the iteration space.
    using Messages = std::vector<std::vector<std::byte>>;
    using Indices = std::span<Index const>;

    [[nodiscard]] Messages packed(std::byte const* source) const;
    [[nodiscard]] Messages sized_for_receiving() const;
    void unpack(Messages const& messages, std::byte const* source, std::byte* target) const;
    [[nodiscard]] Rank sender(Indices source_index, Rank receiver) const;

    RedistPlan plan_;
    Comm comm_;
    RankLayouts layouts_;
    std::size_t element_bytes_;
};

} // namespace tessera
