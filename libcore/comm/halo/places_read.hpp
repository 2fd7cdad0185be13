// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which places of a halo the active elements of a rank read.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/comm/halo/stencil.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/box_set.hpp"

#include <vector>

namespace tessera {

/// Of a box of places beside what a grid position owns (they count as HaloAxis has it), those that lie at an offset of the stencil
/// from an owned element for which `where` holds, as disjoint boxes.
/// Cost: the places, for each offset; the mask is asked only for elements from which an offset reaches one of them.
[[nodiscard]] std::vector<BoxSet> places_read(Mapping const& mapping, Index position, Stencil const& stencil, Mask const& where,
                                              BoxSet const& places);

} // namespace tessera
