// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of redistribution methods by execution, as in the papers.
#pragma once

#include "cli/distbench/tables/method_figures.hpp"
#include "cli/distbench/tables/method_times.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tessera::cli {

struct MethodContest {
    std::vector<ContenderTime> times; ///< one for each contender of the figure
    std::string wrong;                ///< the first misplaced element and its owner; empty: none
};

/// Moves the row's array with all contenders, which take turns in every round, so that disturbances affect them equally. Messages
/// go point to point. The result is verified after a first round that does not count. Collective over `comm`, which has the row's
/// ranks. `progress` is called after each move. Errors: a method does not apply.
[[nodiscard]] Result<MethodContest> run_methods(Communicator const& comm, MethodFigure const& figure, MethodRow const& row,
                                                int rounds, std::function<void()> const& progress);

} // namespace tessera::cli
