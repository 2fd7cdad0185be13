// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a halo exchange under a context that each run brings.
#pragma once

#include "libcore/comm/halo/halo_way.hpp"
#include "libcore/runtime/comm/active/active_messages.hpp"
#include "libcore/runtime/comm/halo/halo_messages.hpp"

#include <span>

namespace tessera {

/// Position k of an array's context is the place at offset k of its allocation. Arrays as compile_halos() has them.
[[nodiscard]] ActiveMessages active_halos(std::span<PlacedHalo const> halos, Rank rank, HaloWay way);

} // namespace tessera
