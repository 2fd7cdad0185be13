// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a halo exchange gathers from memory, and scatters into it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/comm/halo/halo_layout.hpp"
#include "libcore/comm/halo/halo_plan.hpp"

namespace tessera {

/// The stretches of memory that the elements of a box lie in, where they are kept as `layout` says: a row of a matrix that is
/// stored by columns has one for each element, a column one in all.
[[nodiscard]] Index stretches_of(BoxSet const& elements, HaloLayout const& layout);

/// What a rank packs and unpacks in one exchange.
struct HaloPacking {
    Index stretches = 0;
    Index elements = 0; ///< in them
};

/// Of the rank with the most stretches. A message in one stretch is sent as it lies and counts nothing. Error: the work was
/// stopped. Cost: the messages.
[[nodiscard]] Result<HaloPacking> most_packing(HaloPlan const& plan, Watch const& watch = {});

} // namespace tessera
