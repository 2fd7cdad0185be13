// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mask with one flag per element of an array.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/comm/context/detail/mask_values.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <vector>

namespace tessera::detail {

/// Returns the positions of `outer` whose flag is set. `flags`: one per element of the array, in storage order. Cost: the elements
/// of `outer`.
[[nodiscard]] Context where_flagged(std::vector<bool> const& flags, ArraySpec const& array, MaskDomain const& domain,
                                    Context const& outer);

} // namespace tessera::detail
