// SPDX-License-Identifier: BSD-3-Clause
// Tessera: halos wide enough for several steps: fewer messages, for elements that are computed twice.
#pragma once

#include "libcore/comm/halo/halo_totals.hpp"

#include <vector>

namespace tessera {

/// One exchange serves `steps` steps of the computation.
struct WideHalo {
    HaloPlan plan;
    Index steps = 1;
    HaloTotals totals;
    /// Elements of others that the ranks compute themselves in these steps, all ranks together: with j steps left to go, what j
    /// more steps of the stencil read, and of a context the active ones among these.
    Index computed_again = 0;
};

/// For 1, 2, 4, ... steps and for `most` itself, ascending. `most` >= 1.
/// Errors: as Stencil::widened and HaloPlan::make; the work was stopped.
[[nodiscard]] Result<std::vector<WideHalo>> wide_halos(HaloPlan const& plan, Index most, Watch const& watch = {});

/// The plan whose one exchange serves so many steps. Errors: as above.
[[nodiscard]] Result<HaloPlan> widened(HaloPlan const& plan, Index steps, Watch const& watch = {});

} // namespace tessera
