// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a checksum of an array that does not depend on its distribution.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/loop_nest.hpp"

#include <cstddef>
#include <cstdint>

namespace tessera {

/// Returns the checksum of a nest's elements. `from` offsets are in bytes from `memory`; `to` offsets are positions in the
/// array. The sums of disjoint parts add up to the sum of the array, for any distribution. source_checksum() in
/// runtime/move/verification.hpp adds them up.
///
/// An element of up to 8 bytes is one word. A longer one has W = ceil(bytes / 8) words, the last padded with zeros. Each word
/// w has a low and a high half of 32 bits. The element at position p has the words number p W, p W + 1, ..., p W + W - 1. Word
/// number n adds, modulo 2^64,
///
///     ((low(w) + low(K)) mod 2^32) ((high(w) + high(K)) mod 2^32) B,   K = key(n mod 1024),   B = key(1024 + floor(n / 1024)) | 1,
///
/// where key(i) is XXH3 (64 bits, seed 0) of the eight bytes of i. Within 1024 words this is the hash NH of UMAC (RFC 4418,
/// section 5.2.2), times an odd factor B. A change of elements or of their order keeps the checksum with a probability of
/// about 2^-32. A change of one element of at most 4 bytes always changes it.
[[nodiscard]] std::uint64_t element_checksum(LoopNest const& nest, std::byte const* memory, Index element_bytes);

} // namespace tessera
