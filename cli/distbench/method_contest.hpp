// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods of redistribution run against each other, as the papers did.
#pragma once

#include "cli/distbench/method_figures.hpp"
#include "cli/distbench/method_times.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tessera::cli {

struct MethodContest {
    std::vector<ContenderTime> times; ///< one for each contender of the figure
    std::string wrong;                ///< the first element that is not in its place, and whose it is; empty: all are
};

/// All contenders move the row's array, one after the other in every round, so that whatever else the machine does hits them alike;
/// their messages go point to point. What arrives is compared with what should after a first round that does not count.
/// Collective over `comm`, which has the row's ranks. `progress` is called after each move. Errors: a method does not apply.
[[nodiscard]] Result<MethodContest> run_methods(Comm const& comm, MethodFigure const& figure, MethodRow const& row, int rounds,
                                                std::function<void()> const& progress);

} // namespace tessera::cli
