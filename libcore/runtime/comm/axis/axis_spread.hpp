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
#include <map>
#include <mpi.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tessera {

/// The elements with one index in a dimension, one for each line, broadcast along the dimension (pC*'s copy_spread). Planned once
/// for all indices; what depends on their owner is made when the first of an owner is spread.
class AxisSpread {
  public:
    /// `dim` counts the array's dimensions from 0. Collective over `comm`. Errors: ranks, dimension and algorithm as
    /// AxisReduction::make.
    [[nodiscard]] static Result<AxisSpread> make(Mapping const& mapping, int dim, MPI_Comm comm,
                                                 std::string_view algorithm = "auto");

    [[nodiscard]] Index lines() const { return group_ ? group_->lines : 0; }
    /// `index`: in the dimension, from 0, the same on all ranks. `source`: this rank's part in the standard layout. `plane`:
    /// lines() elements, as AxisReduction's result. Collective. Precondition: there is such an index.
    void execute(Index index, std::byte const* source, std::byte* plane);
    /// The same, and the plane goes to every index of the dimension that this rank has: `target` is laid out as the source, and
    /// elements that are not in `where` stay as they are. Collective.
    void spread(Index index, std::byte const* source, std::byte* target, Context const* where = nullptr);

  private:
    AxisSpread(AxisPlan plan, std::string algorithm) : plan_(std::move(plan)), algorithm_(std::move(algorithm)) {}
    /// From the rank of the group with this coordinate.
    [[nodiscard]] Collective& broadcast_from(Index owner);

    AxisPlan plan_;
    std::string algorithm_; // that there is
    std::optional<AxisGroup> group_;
    Index position_ = 0;                     // of this rank, where it has a group
    std::map<Index, Collective> broadcasts_; // by the coordinate of their root
};

} // namespace tessera
