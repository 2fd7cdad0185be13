// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one dimension of a redistribution that goes from cyclic(x) to cyclic(y).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>

namespace tessera {

/// What the index formulas of Thakur's chapter 3 start from: `extent` indices go from cyclic(x) to cyclic(y) over the same number
/// of processor coordinates. block(m) is the cyclic(m) that never wraps (m * processors >= extent).
struct CyclicChange {
    int axis = 0; ///< of the plan's iteration space
    Index extent = 0;
    Index x = 1; ///< block size before, in indices
    Index y = 1; ///< and after
    Index processors = 1;

    [[nodiscard]] CyclicChange reversed() const { return {axis, extent, y, x, processors}; }
    /// Local elements of coordinate p before (after) the change.
    [[nodiscard]] Index source_count(Index p) const { return reversed().target_count(p); }
    [[nodiscard]] Index target_count(Index p) const;
    friend bool operator==(CyclicChange const&, CyclicChange const&) = default;
};

/// m where the partition is the one of cyclic(m), block(m) included, however it was written; the extent where coordinate 0 owns
/// everything; nothing for every other partition.
[[nodiscard]] std::optional<Index> cyclic_block_size(DimMapping const& mapping);

/// The axis of the plan along which owners change; the first distributed one where they change along none. A block that holds the
/// whole extent counts as any larger one, so that it becomes a multiple of the other side's where it can.
/// Errors, which say what is there: owners change along several axes; the axis is not cyclic(m) on both sides, or not over as many
/// coordinates before as after.
[[nodiscard]] Result<CyclicChange> cyclic_change(RedistPlan const& plan);

} // namespace tessera
