// SPDX-License-Identifier: BSD-3-Clause
// Tessera: collects a region from the ranks of an array, or brings it back to them (Coelho 1995, Figs. 8 and 9).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/region/region_plan.hpp"

#include <memory>
#include <mpi.h>

namespace tessera {

/// One rank's share, compiled once and run any number of times: of a collect, whose target does the I/O, or of an update, whose
/// source does. A region of a shared array is broadcast.
class RegionExchange {
  public:
    /// Collective over `comm`, which is duplicated. Error: the mappings name ranks that the communicator does not have.
    [[nodiscard]] static Result<RegionExchange> make(RegionPlan const& plan, MPI_Comm comm);

    RegionExchange(RegionExchange&&) noexcept;
    RegionExchange& operator=(RegionExchange&&) noexcept;
    ~RegionExchange();

    /// Collective. This rank's allocations in their standard layouts (LocalLayout), null where it holds nothing. What the region
    /// does not touch keeps its value in the target.
    void run(void const* source, void* target);

  private:
    struct State;
    explicit RegionExchange(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
