// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plan of a copy in two passes, by way of a scratch file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/copy_plan.hpp"

#include <optional>

namespace tessera {

/// The elements go to a scratch file first, in the target's order of dimensions, not filtered, in chunks that lie between the
/// source's and the target's; then from there to the target. Everything is read twice and written twice, but nothing is decoded
/// again for each part that touches it, which costs more where memory is little.
struct ScratchPlan {
    Extents chunk; ///< of the scratch file, in the target's dimensions
    CopyPlan first;
    CopyPlan last;

    [[nodiscard]] double cost() const { return first.cost + last.cost; } ///< in the unit of the prices, as CopyPlan::cost
};

/// How the scratch file of a copy stores the array.
[[nodiscard]] StoredShape scratch_shape(CopyTask const& task, Extents const& chunk);

/// The two copies that it takes: the first does all of the map.
[[nodiscard]] CopyTask first_pass(CopyTask const& task, Extents const& chunk);
[[nodiscard]] CopyTask last_pass(CopyTask const& task, Extents const& chunk);

/// The cheapest of some shapes of chunks, rechunker's among them. Error: no parts of the array, which is not empty, fit the memory.
[[nodiscard]] Result<ScratchPlan> plan_scratch(CopyTask const& task, std::optional<Access> access);

/// Is it so much cheaper than copying in one pass that the file is worth its place?
[[nodiscard]] bool is_worth_it(CopyTask const& task, ScratchPlan const& plan, CopyPlan const& one_pass);

/// No plan in two passes costs less: everything is read and written twice, and the source is decoded once.
[[nodiscard]] double least_cost_of_two(CopyTask const& task);

/// What rechunker does with the same memory for each of as many workers (github.com/pangeo-data/rechunker, algorithm.py): the
/// target's chunks, from the last dimension on, grow to as many as fit; the source's grow likewise, where the former are longer and
/// no further; where both differ there is a store in between, whose chunks are the smaller of the two along each dimension.
struct RechunkerPlan {
    Extents read; ///< in the target's dimensions, as all
    Extents between;
    Extents write;
    int passes = 1;
    Index reads = 0;  ///< chunks
    Index writes = 0; ///< the same
    Index bytes = 0;  ///< read, and as many written
};

/// Nothing where one chunk of either side takes more than the memory: rechunker refuses that.
[[nodiscard]] std::optional<RechunkerPlan> rechunker_plan(CopyTask const& task);

} // namespace tessera
