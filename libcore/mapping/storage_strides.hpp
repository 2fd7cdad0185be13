// SPDX-License-Identifier: BSD-3-Clause
// Tessera: strides of dense arrays, and conversion between storage orders.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// Returns the distance in elements between adjacent indices, per dimension, of a densely stored array.
[[nodiscard]] Extents dense_strides(Extents const& extents, StorageOrder order);

/// Converts a dense array from storage order `from` to `to`. Each element has `element_bytes` bytes.
/// Precondition: `elements` holds as many elements as the extents say.
[[nodiscard]] std::vector<std::byte> reordered(std::span<std::byte const> elements, Index element_bytes, Extents const& extents,
                                               StorageOrder from, StorageOrder to);

} // namespace tessera
