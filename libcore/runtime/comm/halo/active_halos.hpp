// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a halo exchange with a context per execution.
#pragma once

#include "libcore/comm/halo/halo_direction.hpp"
#include "libcore/runtime/comm/active/active_messages.hpp"
#include "libcore/runtime/comm/halo/halo_messages.hpp"

#include <span>

namespace tessera {

/// Returns the messages of a rank. Position k of an array's context is offset k of its allocation. Arrays are those of
/// compile_halos().
[[nodiscard]] ActiveMessages active_halos(std::span<PlacedHalo const> halos, Rank rank, HaloDirection way);

} // namespace tessera
