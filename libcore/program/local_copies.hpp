// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a rank's own memory takes of a remap or a broadcast, beside the messages.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <span>

namespace tessera {

/// Seconds of the busiest rank of these remaps, which go together: what it keeps is copied from one array to the other, and what
/// does not lie side by side is gathered from its source, and scattered into its target, stretch by stretch. (The bytes that are
/// packed and unpacked are in the cost of the schedule.) Cost: the ranks and the rows of the plans' factors. Precondition: of whole
/// arrays.
[[nodiscard]] double local_copies(std::span<RedistPlan const> plans, Machine const& machine);

/// Seconds to pack `length` indices along a dimension of what the rank with the most holds across them; 0 where they lie in one
/// stretch, and are sent as they lie.
[[nodiscard]] double packing_of_panel(Mapping const& mapping, int dim, Index length, Machine const& machine);

} // namespace tessera
