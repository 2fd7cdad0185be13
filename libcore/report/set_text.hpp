// SPDX-License-Identifier: BSD-3-Clause
// Tessera: index sets as readable text.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// Explains the tuples of set_text(), for a line under a table.
inline constexpr std::string_view tuple_legend = "(l,r,s,n) means n blocks: l to r, then the same every s";

/// Returns a set of one dimension in the user's bounds: "7", "1:8", "1:29:4" (C arrays half-open: "0:8"), separated by blanks.
/// Regular blocks that would make a long list become FALLS tuples (first, last, stride, count), with last inclusive. Shows at most
/// `most` entries, then "...".
[[nodiscard]] std::string set_text(PeriodicSet const& set, Index lower, StorageOrder order, std::size_t most = 6);

/// Returns "A(1:8, 5)" or "A[0:8][5]". The box has one set per dimension of the array. An empty box gives "none".
[[nodiscard]] std::string box_text(BoxSet const& box, ArraySpec const& array, std::size_t most = 6);

/// Returns whether the text contains a tuple, which needs tuple_legend.
[[nodiscard]] bool has_tuple(std::string_view text);

/// Returns "(4,1)"; without numbers "()".
[[nodiscard]] std::string tuple_text(std::span<Index const> numbers);

/// Returns the name of one element, "A(5,7)" or "A[4][6]"; `index` is 0-based.
[[nodiscard]] std::string element_text(ArraySpec const& array, std::span<Index const> index);

} // namespace tessera
