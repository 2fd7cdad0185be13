// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loops made of a set by isl's code generator.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/region/detail/isl_handles.hpp"
#include "libcore/region/scan_loops.hpp"

#include <string>
#include <vector>

namespace tessera::isl {

/// Loops over the points of `set`. `order`: its dimensions, the outermost loop first; `variables`: the loops' names in that order.
/// Error: isl gave up.
[[nodiscard]] Result<ScanLoops> scan_loops(IslContext const& context, Set set, std::vector<int> const& order,
                                           std::vector<std::string> const& variables);

/// What is said where isl gave up.
[[nodiscard]] tl::unexpected<Error> too_complicated();

} // namespace tessera::isl
