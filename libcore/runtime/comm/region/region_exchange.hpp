// SPDX-License-Identifier: BSD-3-Clause
// Tessera: collects a region from the ranks of an array, or updates it (Coelho 1995, Figs. 8 and 9).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/region/region_plan.hpp"

#include <memory>
#include <mpi.h>

namespace tessera {

/// One rank's share of a region transfer, compiled once and executed any number of times. In a collect the target does the
/// I/O, in an update the source. The region of a shared array is broadcast.
class RegionExchange {
  public:
    /// Collective over `comm`, which is duplicated. Error: the mappings name ranks that the communicator does not have.
    [[nodiscard]] static Result<RegionExchange> make(RegionPlan const& plan, MPI_Comm comm);

    RegionExchange(RegionExchange&&) noexcept;
    RegionExchange& operator=(RegionExchange&&) noexcept;
    ~RegionExchange();

    /// Executes the transfer on this rank's allocations in their standard layouts (LocalLayout), null if it holds nothing.
    /// Target elements outside the region keep their values. Collective.
    void run(void const* source, void* target);

  private:
    struct State;
    explicit RegionExchange(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
