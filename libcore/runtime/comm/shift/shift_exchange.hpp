// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shifts an array over its grid.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <cstddef>
#include <mpi.h>
#include <vector>

namespace tessera {

/// One rank's share of a shift, compiled once and run any number of times.
class ShiftExchange {
  public:
    /// Collective over `comm`. Error: as Redistributor::make.
    [[nodiscard]] static Result<ShiftExchange> make(GridShift const& shift, MPI_Comm comm, RedistributorOptions options = {});

    /// Collective. Source and target are this rank's allocations in the array's standard layout (LocalLayout), null where it holds
    /// nothing, and do not overlap. With ShiftEdge::Fill, places that nothing comes to get the element at `fill`; else they keep
    /// what they hold. Precondition: `fill` is not null where they are filled.
    void execute(void const* source, void* target, void const* fill = nullptr);

    [[nodiscard]] RedistributorCosts costs() const { return redistributor_.costs(); }

  private:
    ShiftExchange(Redistributor redistributor, std::size_t plans) : redistributor_(std::move(redistributor)), plans_(plans) {}

    Redistributor redistributor_;
    std::size_t plans_;
    std::vector<CopyProgram> fills_; // from one element to all places of a box
};

} // namespace tessera
