// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the time for copies in a rank's own memory during a remap or a broadcast.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <span>

namespace tessera {

/// Returns the seconds of local copies on the busiest rank for these remaps, which happen together. Elements that stay are copied
/// from one array to the other. Elements that are not contiguous are gathered piece by piece from the source, and scattered into
/// the target. (The cost of the schedule includes the bytes of packing.) Cost: the ranks and the rows of the plans' factors.
/// Precondition: the plans move whole arrays.
[[nodiscard]] double local_copies(std::span<RedistPlan const> plans, Machine const& machine);

/// Returns the seconds to pack `length` indices along a dimension, across the part of the rank with the most. Returns 0 if they are
/// contiguous, because they are sent without packing.
[[nodiscard]] double packing_of_panel(Mapping const& mapping, int dim, Index length, Machine const& machine);

} // namespace tessera
