// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays that are remapped away and back.
#pragma once

#include "libcore/program/program_cost.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// An array leaves a mapping and comes to where it was, with nothing in between that lies so.
struct RemapRoundTrip {
    std::size_t array = 0;
    std::size_t from = 0; ///< the phase that it leaves, or before which it lay so for a moment
    std::size_t to = 0;   ///< the phase that it comes back for
    bool back = false;    ///< around a loop
    double times = 1;
    std::vector<std::size_t> through; ///< the phases that use it in between; none: nobody needs that it moves
    Index bytes = 0;                  ///< of this array there and back, once
    std::optional<double> seconds;    ///< the same; absent without rates, and where others move along with it
};

/// In the order of arrays, then of the text; none begins before another of the same array ends, but for those around loops. What
/// moves for free is none. `cost`: what cost_of says of the layout.
[[nodiscard]] std::vector<RemapRoundTrip> round_trips(PhaseCoster const& coster, ProgramLayout const& layout,
                                                      ProgramCost const& cost);

} // namespace tessera
