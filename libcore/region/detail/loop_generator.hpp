// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loops over a set, made by isl's code generator.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/region/detail/isl_handles.hpp"
#include "libcore/region/scan_loops.hpp"

#include <string>
#include <vector>

namespace tessera::isl {

/// Returns loops over the points of `set`. `order`: its dimensions, outermost loop first. `variables`: the loops' names in this
/// order. Error: isl reached its limit.
[[nodiscard]] Result<ScanLoops> scan_loops(IslContext const& context, Set set, std::vector<int> const& order,
                                           std::vector<std::string> const& variables);

/// Returns the error for a region that exceeds isl's limit.
[[nodiscard]] tl::unexpected<Error> too_complicated();

} // namespace tessera::isl
