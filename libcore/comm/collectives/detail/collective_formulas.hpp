// SPDX-License-Identifier: BSD-3-Clause
// Tessera: totals by formula of collective algorithms with too many moves to count.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"

namespace tessera::detail {

/// Each function returns the same as totals_of(make_collective(...)) for its algorithm. Precondition: ranks > 1.
[[nodiscard]] CollectiveTotals scatter_ring_totals(CollectiveTask const& task); ///< cost: the ranks
[[nodiscard]] CollectiveTotals broadcast_chain_totals(CollectiveTask const& task);
[[nodiscard]] CollectiveTotals naivemw_totals(CollectiveTask const& task);
[[nodiscard]] CollectiveTotals realbc_totals(CollectiveTask const& task);
[[nodiscard]] CollectiveTotals reduce_ring_totals(CollectiveTask const& task);
[[nodiscard]] CollectiveTotals reduce_chain_totals(CollectiveTask const& task);

} // namespace tessera::detail
