// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finds the largest or smallest element of each line of a distributed array.
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

/// Finds one index per line along a dimension, on every rank that holds a part of the line. Of equal elements the lowest index
/// is returned; NaNs are ignored. Planned once, executed any number of times.
class AxisExtremum {
  public:
    static constexpr Index no_index = -1; ///< result for a line without active elements

    /// `dim` counts the array's dimensions from 0. Collective over `comm`. Errors: those of AxisScan::make; elements without
    /// an order.
    [[nodiscard]] static Result<AxisExtremum> make(Mapping const& mapping, int dim, Extreme extreme, MPI_Comm comm);

    /// Returns the number of indices that this rank gets, one per line.
    [[nodiscard]] Index lines() const { return group_ ? group_->lines : 0; }
    /// `source`: this rank's part in the standard layout. `indices`: lines() results, from 0, in the order of AxisReduction's
    /// result. `where`: the active elements; null means all. Collective.
    void execute(std::byte const* source, Index* indices, Context const* where = nullptr) const;

  private:
    AxisExtremum(int dim, Index element_bytes, CandidateMaker maker, std::optional<AxisGroup> group)
        : dim_(dim), element_bytes_(element_bytes), maker_(maker), group_(std::move(group)) {}

    int dim_;
    Index element_bytes_;
    CandidateMaker maker_;
    std::optional<AxisGroup> group_; // empty if this rank holds nothing
};

} // namespace tessera
