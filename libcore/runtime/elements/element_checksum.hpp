// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum of an array by the positions of its elements.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/loop_nest.hpp"

#include <cstddef>
#include <cstdint>

namespace tessera {

/// The sum modulo 2^64, over the elements of a nest, of XXH3 (64 bits) of the element's bytes, seeded with its position: `from`
/// offsets are bytes behind `memory`, `to` offsets are positions. Sums of the parts of an array add up to that of the array,
/// whatever the parts and wherever they lie. source_checksum() of runtime/move/verification.hpp adds these up.
[[nodiscard]] std::uint64_t element_checksum(LoopNest const& nest, std::byte const* memory, Index element_bytes);

} // namespace tessera
