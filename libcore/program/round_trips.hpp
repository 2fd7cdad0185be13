// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays that are remapped away from a mapping and back.
#pragma once

#include "libcore/program/program_cost.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// A round trip: an array leaves a mapping and later returns to it, without having it in between.
struct RemapRoundTrip {
    std::size_t array = 0;
    std::size_t from = 0; ///< the phase that it leaves, or before which it briefly had the mapping
    std::size_t to = 0;   ///< the phase for which it returns
    bool back = false;    ///< true: around a loop
    double times = 1;
    std::vector<std::size_t> through; ///< the phases in between that use it; empty: the trip is not needed
    Index bytes = 0;                  ///< bytes of this array for one trip, both ways
    std::optional<double> seconds;    ///< seconds of one trip; absent without rates, or if other arrays move at the same time
};

/// Returns the round trips by array, then in the order of the text. Trips of one array do not overlap, except those around loops.
/// Moves without cost do not count. `cost`: the result of cost_of for the layout.
[[nodiscard]] std::vector<RemapRoundTrip> round_trips(PhaseCoster const& coster, ProgramLayout const& layout,
                                                      ProgramCost const& cost);

} // namespace tessera
