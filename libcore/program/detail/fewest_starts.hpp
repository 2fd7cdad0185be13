// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how few messages reach many ranks.
#pragma once

#include "libcore/base/index.hpp"

#include <bit>
#include <cstdint>

namespace tessera::detail {

/// A rank with so many partners, whose messages may be forwarded by others, need not start more than the logarithm of them.
[[nodiscard]] inline Index fewest_starts(Index partners) {
    return static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(partners)));
}

} // namespace tessera::detail
