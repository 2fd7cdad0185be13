// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how often distbench measures.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"

namespace tessera::cli {

/// Returns --repeat, or 11 if it is not given. Error: it is not from 1 to `most`.
[[nodiscard]] Result<Index> rounds_of(Arguments const& arguments, Index most = 100'000);

} // namespace tessera::cli
