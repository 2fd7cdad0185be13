// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements that are stored densely, and the same ones in another storage order.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// The elements from one index to the next, by dimension, of an array that is stored densely.
[[nodiscard]] Extents dense_strides(Extents const& extents, StorageOrder order);

/// The elements of an array, `element_bytes` each, in the storage order `to` in place of `from`.
/// Precondition: as many elements as the extents say.
[[nodiscard]] std::vector<std::byte> reordered(std::span<std::byte const> elements, Index element_bytes, Extents const& extents,
                                               StorageOrder from, StorageOrder to);

} // namespace tessera
