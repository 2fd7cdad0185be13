// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's part of an array with inactive elements replaced by the identity.
#pragma once

#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"

#include <cstddef>

namespace tessera {

/// Returns a copy of the part in the same layout, with the operation's identity wherever the context is not active. Combining
/// all of it equals combining the active elements, so code that walks whole lines can ignore contexts. Needs as much memory as
/// the part.
[[nodiscard]] Buffer masked_part(std::byte const* part, LocalLayout const& layout, Context const& where, Combiner const& combiner);

/// Copies the active elements of `from` to the same offsets of `to`. The other elements of `to` keep their values.
void copy_active(std::byte const* from, std::byte* to, LocalLayout const& layout, Context const& where, Index element_bytes);

} // namespace tessera
