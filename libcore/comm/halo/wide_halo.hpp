// SPDX-License-Identifier: BSD-3-Clause
// Tessera: halos for several steps: fewer messages, but some elements are computed twice.
#pragma once

#include "libcore/comm/halo/halo_totals.hpp"

#include <vector>

namespace tessera {

/// A plan in which one exchange serves `steps` steps of the computation.
struct WideHalo {
    HaloPlan plan;
    Index steps = 1;
    HaloTotals totals;
    /// Elements of others that the ranks compute themselves in these steps, summed over all ranks. With j steps left these are the
    /// elements that j more steps of the stencil read; with a context, only the active ones.
    Index computed_again = 0;
};

/// Returns the plans for 1, 2, 4, ... steps and for `most` itself, ascending. Precondition: `most` >= 1.
/// Errors: as Stencil::widened and HaloPlan::make; the work was stopped.
[[nodiscard]] Result<std::vector<WideHalo>> wide_halos(HaloPlan const& plan, Index most, Watch const& watch = {});

/// Returns the plan in which one exchange serves this number of steps. Errors: as above.
[[nodiscard]] Result<HaloPlan> widened(HaloPlan const& plan, Index steps, Watch const& watch = {});

} // namespace tessera
