// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one piece of memory seen as arrays of different shapes (pC*, section 3.2.3.1).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

namespace tessera {

/// The array of one dimension, from 0, that has every element of another one: rank after rank, and of each in the order of its
/// memory. (This is not the order in which the array itself is stored.) Blocks are as long as the ranks' parts, in the order of the
/// processor grid. What works on it (enumerations, sends, contexts, redistributions) so works on the other one's elements, and
/// needs no index computed: element first_of_alias(mapping, position) + k is the k-th element of the position, without padding.
/// Error: there are copies of the array, or it has no elements.
[[nodiscard]] Result<Mapping> linear_alias(Mapping const& mapping);

/// The first element of a grid position in the alias. Cost: the positions before.
[[nodiscard]] Index first_of_alias(Mapping const& mapping, Index position);

/// May every rank's allocation for the one array be used as it is for the other? Then element k of a rank's memory is the same in
/// both. Errors: elements of different sizes; a rank that has another number of elements in the other shape, or whose elements
/// have gaps between them (shadow, padding).
[[nodiscard]] Result<void> check_alias(Mapping const& one, Mapping const& other);

} // namespace tessera
