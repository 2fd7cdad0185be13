// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of a list of copies: which of them may travel together, and which elements none of them writes.
#pragma once

#include "libcore/redist/redist_plan.hpp"

#include <span>
#include <string>
#include <vector>

namespace tessera {

/// The elements of an array that no copy writes.
struct UnwrittenElements {
    ArraySpec array;
    Index elements = 0; ///< > 0
};

/// The copies happen one after the other. Consecutive copies form a batch if they may happen at once: none of them reads or writes
/// an element that an earlier copy of the batch writes. (A copy of a batch may write what another one reads: a batch reads all of
/// its sources before it writes.) Returns the number of copies of each batch. Arrays are the same if they have the same name.
/// Precondition: an array has one mapping. Cost: the pairs of copies of a batch that name one array.
[[nodiscard]] std::vector<std::size_t> copy_batches(std::span<RedistPlan const> copies);

/// The names of the arrays of which a copy reads an element that no earlier copy has written: what they hold before matters. In the
/// order of the copies, each once. Precondition: an array has one mapping.
[[nodiscard]] std::vector<std::string> inputs_of(std::span<RedistPlan const> copies);

/// For each target, in the order of the plans, the number of elements that no plan writes; targets that are written as a whole are
/// left out.
[[nodiscard]] std::vector<UnwrittenElements> unwritten_elements(std::span<RedistPlan const> plans);

} // namespace tessera
