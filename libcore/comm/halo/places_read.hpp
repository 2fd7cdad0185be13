// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the places of a halo that the active elements of a rank read.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/comm/halo/stencil.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/box_set.hpp"

#include <vector>

namespace tessera {

/// Returns the places of a box that the stencil reads, as disjoint boxes. The box lies outside of the elements that a grid position
/// owns; its places count as in HaloAxis. A place is read if it lies at an offset of the stencil from an owned element that meets
/// `where`. Cost: the places, for each offset. The mask is evaluated only for elements from which an offset reaches one of them.
[[nodiscard]] std::vector<BoxSet> places_read(Mapping const& mapping, Index position, Stencil const& stencil, Mask const& where,
                                              BoxSet const& places);

} // namespace tessera
