// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the packing work of a halo exchange.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/comm/halo/halo_layout.hpp"
#include "libcore/comm/halo/halo_plan.hpp"

namespace tessera {

/// Returns the number of contiguous pieces of memory that hold the elements of a box, in this layout. A row of a matrix in
/// column-major order has one piece per element; a column has one piece in all. Runs of one dimension are counted one by one, even
/// if two of them touch across the end of a line.
[[nodiscard]] Index stretches_of(BoxSet const& elements, HaloLayout const& layout);

/// The packing and unpacking of one rank in one exchange.
struct HaloPacking {
    Index stretches = 0;
    Index elements = 0; ///< elements in these pieces
};

/// Returns the packing of the rank with the most pieces. A message in one piece is sent without packing and does not count. Error:
/// the work was stopped. Cost: the messages.
[[nodiscard]] Result<HaloPacking> most_packing(HaloPlan const& plan, Watch const& watch = {});

} // namespace tessera
