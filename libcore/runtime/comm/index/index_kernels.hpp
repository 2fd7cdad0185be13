// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements picked from and put to places that a list names.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <span>

namespace tessera {

// Places count elements of element_bytes >= 1; both sides are aligned for them and do not overlap.

/// to[k] = from[places[k]].
void gather_elements(std::byte const* from, std::span<Index const> places, std::byte* to, Index element_bytes);
/// to[places[k]] = from[k], in this order: of several with one place, the last stays.
void scatter_elements(std::byte const* from, std::span<Index const> places, std::byte* to, Index element_bytes);

} // namespace tessera
