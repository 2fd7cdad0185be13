// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broadcasts one plane of a distributed array to every rank that holds parts of its lines.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/axis/axis_group.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <map>
#include <mpi.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tessera {

/// Broadcasts the elements with one index in a dimension, one per line, along the dimension (copy_spread of pC*). Planned once
/// for all indices. The broadcast of an owner is made when its first plane is spread.
class AxisSpread {
  public:
    /// `dim` counts the array's dimensions from 0. Collective over `comm`. Errors: those of AxisReduction::make for ranks,
    /// dimension and algorithm.
    [[nodiscard]] static Result<AxisSpread> make(Mapping const& mapping, int dim, MPI_Comm comm,
                                                 std::string_view algorithm = "auto");

    [[nodiscard]] Index lines() const { return group_ ? group_->lines : 0; }
    /// `index`: index in the dimension, from 0, the same on all ranks. `source`: this rank's part in the standard layout.
    /// `plane`: lines() elements, in the order of AxisReduction's result. Collective. Precondition: the index exists.
    void execute(Index index, std::byte const* source, std::byte* plane);
    /// Copies the plane to every index of the dimension that this rank owns. `target` has the layout of the source; elements
    /// outside `where` keep their values. Collective.
    void spread(Index index, std::byte const* source, std::byte* target, Context const* where = nullptr);

  private:
    AxisSpread(AxisPlan plan, std::string algorithm) : plan_(std::move(plan)), algorithm_(std::move(algorithm)) {}
    /// Returns the broadcast from the rank of the group with this coordinate.
    [[nodiscard]] Collective& broadcast_from(Index owner);

    AxisPlan plan_;
    std::string algorithm_; // a valid name
    std::optional<AxisGroup> group_;
    Index position_ = 0;                     // of this rank, if it has a group
    std::map<Index, Collective> broadcasts_; // by coordinate of the root
};

} // namespace tessera
