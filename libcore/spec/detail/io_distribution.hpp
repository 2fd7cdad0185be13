// SPDX-License-Identifier: BSD-3-Clause
// Tessera: IO_DISTRIBUTE directives (Coelho 1995, Fig. 15).
#pragma once

#include "libcore/spec/detail/symbols.hpp"
#include "libcore/spec/job.hpp"

namespace tessera::notation {

/// The processors of an arrangement are distributed onto I/O processors as an array's elements onto processors; the same rules
/// hold.
[[nodiscard]] std::optional<IoDistribution> resolve_io_distribution(DistributeNode const& node, Symbols const& symbols,
                                                                    Diagnostics& diagnostics);

} // namespace tessera::notation
