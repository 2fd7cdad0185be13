// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of a list of copies: which of them can move together, and which elements no copy writes.
#pragma once

#include "libcore/redist/redist_plan.hpp"

#include <span>
#include <string>
#include <vector>

namespace tessera {

/// The elements of an array that no copy writes.
struct UnwrittenElements {
    ArraySpec array;
    Index elements = 0; ///< number of elements, > 0
};

/// Groups consecutive copies into batches and returns the number of copies of each batch. The copies happen one after the other.
/// They may share a batch if no copy reads or writes an element that an earlier copy of the batch writes. (A copy may write what
/// another copy of its batch reads, because a batch reads all its sources before it writes.) Arrays are the same if they have the
/// same name. Precondition: an array has one mapping. Cost: the pairs of copies of a batch that name one array.
[[nodiscard]] std::vector<std::size_t> copy_batches(std::span<RedistPlan const> copies);

/// Returns the names of the arrays whose initial contents matter: a copy reads an element that no earlier copy has written. Each
/// name appears once, in the order of the copies. Precondition: an array has one mapping.
[[nodiscard]] std::vector<std::string> inputs_of(std::span<RedistPlan const> copies);

/// Returns, for each target in the order of the plans, the number of elements that no plan writes. Fully written targets are left
/// out.
[[nodiscard]] std::vector<UnwrittenElements> unwritten_elements(std::span<RedistPlan const> plans);

} // namespace tessera
