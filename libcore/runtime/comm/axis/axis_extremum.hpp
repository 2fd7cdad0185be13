// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where each line of a distributed array has its largest or smallest element.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/axis/axis_group.hpp"
#include "libcore/runtime/comm/collectives/extreme_candidate.hpp"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <utility>

namespace tessera {

/// One index for each line along a dimension, on every rank that holds a part of the line. Of equal elements the lowest index; NaNs
/// are left out. Planned once, executed as often as one likes.
class AxisExtremum {
  public:
    static constexpr Index no_index = -1; ///< of a line without an element that takes part

    /// `dim` counts the array's dimensions from 0. Collective over `comm`. Errors: as AxisScan::make; elements without an order.
    [[nodiscard]] static Result<AxisExtremum> make(Mapping const& mapping, int dim, Extreme extreme, MPI_Comm comm);

    /// How many indices this rank gets: its lines.
    [[nodiscard]] Index lines() const { return group_ ? group_->lines : 0; }
    /// `source`: this rank's part in the standard layout. `indices`: lines() of them, from 0, as AxisReduction's result. `where`:
    /// the elements that take part, null for all. Collective.
    void execute(std::byte const* source, Index* indices, Context const* where = nullptr) const;

  private:
    AxisExtremum(int dim, Index element_bytes, CandidateMaker maker, std::optional<AxisGroup> group)
        : dim_(dim), element_bytes_(element_bytes), maker_(maker), group_(std::move(group)) {}

    int dim_;
    Index element_bytes_;
    CandidateMaker maker_;
    std::optional<AxisGroup> group_; // where this rank holds something
};

} // namespace tessera
