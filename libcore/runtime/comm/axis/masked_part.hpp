// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's part of an array in which what is not in a context changes nothing.
#pragma once

#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"

#include <cstddef>

namespace tessera {

/// A copy of the part, laid out alike, with the element that changes nothing wherever the context is not active: combining all of
/// it is combining the active elements, so that what walks whole lines needs to know of no context. It takes as much room again as
/// the part.
[[nodiscard]] Buffer masked_part(std::byte const* part, LocalLayout const& layout, Context const& where, Combiner const& combiner);

/// The active elements of `from` into the same places of `to`; the others of `to` stay as they are.
void copy_active(std::byte const* from, std::byte* to, LocalLayout const& layout, Context const& where, Index element_bytes);

} // namespace tessera
