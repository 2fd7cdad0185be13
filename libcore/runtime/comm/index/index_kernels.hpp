// SPDX-License-Identifier: BSD-3-Clause
// Tessera: gathers and scatters elements by a list of offsets.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <span>

namespace tessera {

// Offsets count elements of element_bytes >= 1. Both sides are aligned for them and do not overlap.

/// Sets to[k] = from[places[k]] for each k.
void gather_elements(std::byte const* from, std::span<Index const> places, std::byte* to, Index element_bytes);
/// Sets to[places[k]] = from[k] for each k in order. If places repeat, the last value stays.
void scatter_elements(std::byte const* from, std::span<Index const> places, std::byte* to, Index element_bytes);

} // namespace tessera
