// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many rows of a long table are shown.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera::detail {

/// Tables of people's size: at most 30 rows, else the first 24 and the last 4.
inline constexpr Index most_rows = 30;
inline constexpr Index first_rows = 24;
inline constexpr Index last_rows = 4;

} // namespace tessera::detail
