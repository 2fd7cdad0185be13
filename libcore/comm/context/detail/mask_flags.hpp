// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mask that has a flag for each element of an array.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/comm/context/detail/mask_values.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <vector>

namespace tessera::detail {

/// Those of `outer` whose flag is set. `flags`: of all elements of the array in storage order. Cost: the elements of `outer`.
[[nodiscard]] Context where_flagged(std::vector<bool> const& flags, ArraySpec const& array, MaskDomain const& domain,
                                    Context const& outer);

} // namespace tessera::detail
