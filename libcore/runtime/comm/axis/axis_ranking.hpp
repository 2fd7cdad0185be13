// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the position of each element if a dimension of a distributed array were sorted.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/axis_plan.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/axis/axis_group.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"
#include "libcore/runtime/comm/axis/group_sort.hpp"
#include "libcore/runtime/comm/axis/sort_key.hpp"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// Computes for every active element its position, from 0, among the active elements of its line in ascending order. Of equal
/// elements the one with the lower index comes first. (The operation rank of C*; pC* uses it in 4.3.3 and does not describe
/// it.)
///
/// The ranks of an axis group sort all their lines at once (places_among_all), for many short lines as for a single one.
class AxisRanking {
  public:
    /// `dim` counts the array's dimensions from 0. Direction Down: the largest element gets 0. Collective over `comm`. Errors:
    /// those of AxisScan::make; elements without an order (SortKey).
    [[nodiscard]] static Result<AxisRanking> make(Mapping const& mapping, int dim, MPI_Comm comm,
                                                  AxisDirection direction = AxisDirection::Up);

    /// `source`: this rank's part in the standard layout. `places`: one result per element, in the same layout; those of
    /// inactive elements keep their values. Collective. Needs some 120 bytes per element in addition.
    void execute(std::byte const* source, Index* places, Context const* where = nullptr);

    [[nodiscard]] AxisPlan const& plan() const { return plan_; }

  private:
    AxisRanking(AxisPlan plan, SortKey key, AxisDirection direction, AxisReduction counter)
        : plan_(std::move(plan)), key_(key), direction_(direction), counter_(std::move(counter)) {}

    /// The active elements of a rank, and their offsets in elements from the start of the allocation.
    struct Active {
        std::vector<LineElement> elements;
        std::vector<Index> offsets;
    };
    [[nodiscard]] Active active_elements(std::byte const* source, Context const& where) const;
    [[nodiscard]] std::vector<Index> line_starts(Context const& where);

    AxisPlan plan_;
    SortKey key_;
    AxisDirection direction_;
    AxisReduction counter_;          // counts the active elements of each line
    std::optional<AxisGroup> group_; // empty if this rank holds nothing
};

} // namespace tessera
