// SPDX-License-Identifier: BSD-3-Clause
// Tessera: index sets as a person writes them.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// What tuples in set_text() mean, for a line under a table.
inline constexpr std::string_view tuple_legend = "(l,r,s,n) stands for n blocks: l to r, and again every s";

/// A set of one dimension in the user's bounds: "7", "1:8", "1:29:4" (C arrays half-open: "0:8"), separated by blanks; regular
/// blocks that would make a long list are FALLS tuples (first, last, stride, count), last inclusive. At most `most` entries, then
/// "...".
[[nodiscard]] std::string set_text(PeriodicSet const& set, Index lower, StorageOrder order, std::size_t most = 6);

/// "A(1:8, 5)" or "A[0:8][5]". The box has one set per dimension of the array. An empty box is "none".
[[nodiscard]] std::string box_text(BoxSet const& box, ArraySpec const& array, std::size_t most = 6);

/// Does the text hold a tuple that wants tuple_legend?
[[nodiscard]] bool has_tuple(std::string_view text);

/// "(4,1)"; nothing at all for no coordinates: "()".
[[nodiscard]] std::string tuple_text(std::span<Index const> numbers);

/// "A(5,7)" or "A[4][6]": one element; `index` is 0-based.
[[nodiscard]] std::string element_text(ArraySpec const& array, std::span<Index const> index);

} // namespace tessera
