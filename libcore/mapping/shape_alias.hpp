// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the same memory seen as arrays of different shapes (pC*, section 3.2.3.1).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

namespace tessera {

/// Returns the mapping of a one-dimensional array, from 0, that has all elements of another array. They are ordered by position in
/// the processor grid, then by address in that rank's memory. (The array itself is stored in another order.) The blocks have the
/// lengths of the ranks' parts. Operations on the alias (enumerations, sends, contexts, redistributions) work on the other array's
/// elements without index calculations. Element first_of_alias(mapping, position) + k is the k-th element of the position, without
/// padding. Errors: the array has copies, or it has no elements.
[[nodiscard]] Result<Mapping> linear_alias(Mapping const& mapping);

/// Returns the first element of a grid position in the alias. Cost: the number of positions before it.
[[nodiscard]] Index first_of_alias(Mapping const& mapping, Index position);

/// Checks that every rank's allocation for one array can be used unchanged for the other. Element k of a rank's memory is then the
/// same in both. Errors: elements of different sizes; a rank with a different number of elements in the other shape; a rank whose
/// elements have gaps between them (shadow, padding).
[[nodiscard]] Result<void> check_alias(Mapping const& one, Mapping const& other);

} // namespace tessera
