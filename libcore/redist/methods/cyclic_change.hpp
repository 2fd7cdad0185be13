// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one dimension of a redistribution that changes from cyclic(x) to cyclic(y).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>

namespace tessera {

/// The input of the index formulas of Thakur's chapter 3: `extent` indices change from cyclic(x) to cyclic(y) over the same number
/// of processor coordinates. block(m) is the cyclic(m) that never wraps (m * processors >= extent).
struct CyclicChange {
    int axis = 0; ///< axis of the plan's iteration space
    Index extent = 0;
    Index x = 1; ///< block size before the change, in indices
    Index y = 1; ///< block size after the change, in indices
    Index processors = 1;

    [[nodiscard]] CyclicChange reversed() const { return {axis, extent, y, x, processors}; }
    /// Returns the number of local elements of coordinate p before (after) the change.
    [[nodiscard]] Index source_count(Index p) const { return reversed().target_count(p); }
    [[nodiscard]] Index target_count(Index p) const;
    friend bool operator==(CyclicChange const&, CyclicChange const&) = default;
};

/// Returns m if the partition equals that of cyclic(m) (block(m) included), in whatever form it was written. Returns the extent if
/// coordinate 0 owns everything, and nothing for every other partition.
[[nodiscard]] std::optional<Index> cyclic_block_size(DimMapping const& mapping);

/// Returns the change along the one axis whose owners change, or along the first distributed axis if no owner changes. A block that
/// holds the whole extent may count as a longer one, so that it becomes a multiple of the other side's block size if possible.
/// Errors (each says what the plan has instead): owners change along several axes; the axis is not cyclic(m) on both sides; the
/// numbers of coordinates before and after differ.
[[nodiscard]] Result<CyclicChange> cyclic_change(RedistPlan const& plan);

} // namespace tessera
