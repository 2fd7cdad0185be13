// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one plane of a distributed array, for every rank that holds a part of its lines.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/axis/axis_group.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <string_view>

namespace tessera {

/// The elements with one index in a dimension, one for each line, broadcast along the dimension (pC*'s copy_spread).
class AxisSpread {
  public:
    /// `dim` counts the array's dimensions from 0, `index` its indices from 0. Collective over `comm`.
    /// Errors: ranks, dimension and algorithm as AxisReduction::make; no such index.
    [[nodiscard]] static Result<AxisSpread> make(Mapping const& mapping, int dim, Index index, MPI_Comm comm,
                                                 std::string_view algorithm = "auto");

    [[nodiscard]] Index lines() const { return group_ ? group_->lines : 0; }
    /// `source`: this rank's part in the standard layout. `plane`: lines() elements, as AxisReduction's result. Collective.
    void execute(std::byte const* source, std::byte* plane);
    /// The same, and the plane goes to every index of the dimension that this rank has: `target` is laid out as the source, and
    /// elements that are not in `where` stay as they are. Collective.
    void spread(std::byte const* source, std::byte* target, Context const* where = nullptr);

  private:
    AxisSpread(int dim, Index bytes, std::optional<AxisGroup> group) : dim_(dim), bytes_(bytes), group_(std::move(group)) {}

    int dim_;
    Index bytes_; // of an element
    std::optional<AxisGroup> group_;
    std::optional<Index> place_; // of the plane among what this rank owns of the dimension
    std::optional<Collective> collective_;
};

} // namespace tessera
