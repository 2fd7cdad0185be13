// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the places that elements would have, were a dimension of a distributed array sorted.
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

/// Every active element gets its place, from 0, among the active ones of its line in ascending order; of equal ones the lower index
/// comes first. (C*'s rank; pC* uses it in 4.3.3 and does not describe it.)
///
/// The ranks of an axis group sort all their lines at once (places_among_all), whether there are many short ones or a single one.
class AxisRanking {
  public:
    /// `dim` counts the array's dimensions from 0. Direction Down: the largest element gets 0. Collective over `comm`.
    /// Errors: as AxisScan::make; elements without an order (SortKey).
    [[nodiscard]] static Result<AxisRanking> make(Mapping const& mapping, int dim, MPI_Comm comm,
                                                  AxisDirection direction = AxisDirection::Up);

    /// `source`: this rank's part in the standard layout; `places`: one for each element of it, laid out alike. Those of inactive
    /// elements stay as they are. Collective. Takes some 120 bytes per element beside them.
    void execute(std::byte const* source, Index* places, Context const* where = nullptr);

    [[nodiscard]] AxisPlan const& plan() const { return plan_; }

  private:
    AxisRanking(AxisPlan plan, SortKey key, AxisDirection direction, AxisReduction counter)
        : plan_(std::move(plan)), key_(key), direction_(direction), counter_(std::move(counter)) {}

    /// The active elements of a rank, and where they lie, in elements from the start of the allocation.
    struct Active {
        std::vector<LineElement> elements;
        std::vector<Index> offsets;
    };
    [[nodiscard]] Active active_elements(std::byte const* source, Context const& where) const;
    [[nodiscard]] std::vector<Index> line_starts(Context const& where);

    AxisPlan plan_;
    SortKey key_;
    AxisDirection direction_;
    AxisReduction counter_;          // of the active elements of each line
    std::optional<AxisGroup> group_; // where this rank holds something
};

} // namespace tessera
