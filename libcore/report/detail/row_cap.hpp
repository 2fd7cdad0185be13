// SPDX-License-Identifier: BSD-3-Clause
// Tessera: limit of rows in long tables.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera::detail {

/// A longer table shows only its first 24 and last 4 rows.
inline constexpr Index most_rows = 30;
inline constexpr Index first_rows = 24;
inline constexpr Index last_rows = 4;

} // namespace tessera::detail
