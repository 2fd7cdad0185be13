// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum of an array by the positions of its elements.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/loop_nest.hpp"

#include <cstddef>
#include <cstdint>

namespace tessera {

/// The checksum of a nest's elements: `from` offsets are bytes behind `memory`, `to` offsets are positions. Sums of the parts of an
/// array add up to that of the array, whatever the parts and wherever they lie. source_checksum() of runtime/move/verification.hpp
/// adds these up.
///
/// An element of up to 8 bytes is one word, a longer one ceil(bytes / 8), the last filled up with zeros; word w has a low and a
/// high half of 32 bits. The element at position p has the words number p W, p W + 1, ..., of W each. Word number n adds, modulo
/// 2^64,
///
///     ((low(w) + low(K)) mod 2^32) ((high(w) + high(K)) mod 2^32) B,   K = key(n mod 1024),   B = key(1024 + floor(n / 1024)) | 1,
///
/// where key(i) is XXH3 (64 bits, seed 0) of i's eight bytes: within 1024 words the hash NH of UMAC (RFC 4418, section 5.2.2),
/// times an odd factor of their own. Elements that become others, or change places, leave it as it is with a chance of about 2^-32;
/// a change of a single element of at most 4 bytes never does.
[[nodiscard]] std::uint64_t element_checksum(LoopNest const& nest, std::byte const* memory, Index element_bytes);

} // namespace tessera
