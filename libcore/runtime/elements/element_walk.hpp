// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements that a rank owns, with their places in its memory and in the whole array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/move/copy/loop_nest.hpp"

#include <span>

namespace tessera {

/// The distance in linear indices (in storage order) between neighbours along each dimension.
[[nodiscard]] Extents linear_strides(ArraySpec const& array);

/// The linear index of an element: its indices times those strides.
[[nodiscard]] Index linear_index(std::span<Index const> index, Extents const& strides);

/// Offsets in bytes from the start of the allocation (`from`) and linear indices (`to`) of what a rank owns.
[[nodiscard]] LoopNest owned_elements(ArraySpec const& array, LocalLayout const& layout);

} // namespace tessera
