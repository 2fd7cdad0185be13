// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the grid for a distribution that names none.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera::notation {

/// `size` as a product of `dims` factors, the largest first and as small as possible, then the next, and so on: 12 in two
/// dimensions is 4 x 3. Precondition: size >= 1, dims >= 1.
[[nodiscard]] Extents balanced_grid(Index size, int dims);

} // namespace tessera::notation
