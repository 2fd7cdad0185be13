// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the default processor grid of a distribution without ONTO.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera::notation {

/// Returns `size` as a product of `dims` factors in descending order. The largest factor is as small as possible, then the next,
/// and so on: 12 in two dimensions is 4 x 3. Precondition: size >= 1, dims >= 1.
[[nodiscard]] Extents balanced_grid(Index size, int dims);

} // namespace tessera::notation
