// SPDX-License-Identifier: BSD-3-Clause
// Tessera: consecutive blocks of indices with about the same work.
#pragma once

#include "libcore/base/index.hpp"

#include <span>
#include <vector>

namespace tessera {

/// Returns the sizes of `blocks` >= 1 consecutive blocks whose largest work is minimal (up to rounding), for GEN_BLOCK. Blocks at
/// the end may be empty. Cost: the indices, some sixty times.
[[nodiscard]] std::vector<Index> balanced_blocks(std::span<double const> work, Index blocks);

} // namespace tessera
