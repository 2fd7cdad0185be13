// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements that a rank owns, with their memory offsets and their linear indices in the array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/move/copy/loop_nest.hpp"

#include <span>

namespace tessera {

/// Returns the distance in linear indices (in storage order) between neighbours along each dimension.
[[nodiscard]] Extents linear_strides(ArraySpec const& array);

/// Returns the linear index of an element: the sum over dimensions of index times stride.
[[nodiscard]] Index linear_index(std::span<Index const> index, Extents const& strides);

/// Returns the elements that a rank owns. `from`: offsets in bytes from the start of the allocation; `to`: linear indices.
[[nodiscard]] LoopNest owned_elements(ArraySpec const& array, LocalLayout const& layout);

} // namespace tessera
