// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fewest messages that reach many ranks.
#pragma once

#include "libcore/base/index.hpp"

#include <bit>
#include <cstdint>

namespace tessera::detail {

/// Returns a lower bound of the messages that a rank with this number of partners starts, if other ranks may forward them. It is
/// the logarithm of the number.
[[nodiscard]] inline Index fewest_starts(Index partners) {
    return static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(partners)));
}

} // namespace tessera::detail
