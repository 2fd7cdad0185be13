// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plan of a copy in two passes through a scratch file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/copy_plan.hpp"

#include <optional>

namespace tessera {

/// A copy in two passes. The first writes the elements to a scratch file without filters. The file has the target's order of
/// dimensions, and chunks between those of the source and those of the target. The second copies them to the target. All data is
/// read and written twice, but no chunk is decoded again for each part that touches it. This is cheaper if memory is scarce.
struct ScratchPlan {
    Extents chunk; ///< chunk of the scratch file, in the target's dimensions
    CopyPlan first;
    CopyPlan last;

    [[nodiscard]] double cost() const { return first.cost + last.cost; } ///< in the unit of the prices, as CopyPlan::cost
};

/// Returns the shape in which the scratch file stores the array.
[[nodiscard]] StoredShape scratch_shape(CopyTask const& task, Extents const& chunk);

/// Return the tasks of the two copies. The first one applies the whole map.
[[nodiscard]] CopyTask first_pass(CopyTask const& task, Extents const& chunk);
[[nodiscard]] CopyTask last_pass(CopyTask const& task, Extents const& chunk);

/// Plans the cheapest of some chunk shapes, including rechunker's. Error: no parts of the array, which is not empty, fit the
/// memory.
[[nodiscard]] Result<ScratchPlan> plan_scratch(CopyTask const& task, std::optional<Access> access);

/// Returns whether the plan is enough cheaper than a copy in one pass to justify the scratch file.
[[nodiscard]] bool is_worth_it(CopyTask const& task, ScratchPlan const& plan, CopyPlan const& one_pass);

/// Returns a lower bound of the cost of two passes: all data is read and written twice, and the source is decoded once.
[[nodiscard]] double least_cost_of_two(CopyTask const& task);

/// The plan of rechunker with the same memory for each of equally many workers (github.com/pangeo-data/rechunker, algorithm.py).
/// The target's chunks grow, from the last dimension on, to as many as fit. The source's chunks grow in the same way, where the
/// former are longer, and no further. If they differ, there is an intermediate store, whose chunks are the smaller ones in each
/// dimension.
struct RechunkerPlan {
    Extents read; ///< in the target's dimensions, like the others
    Extents between;
    Extents write;
    int passes = 1;
    Index reads = 0;  ///< chunks read
    Index writes = 0; ///< chunks written
    Index bytes = 0;  ///< bytes read, equal to the bytes written
};

/// Returns nothing if one chunk of either side exceeds the memory, because rechunker refuses this.
[[nodiscard]] std::optional<RechunkerPlan> rechunker_plan(CopyTask const& task);

} // namespace tessera
