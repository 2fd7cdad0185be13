// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy's reports about the plan of one array's copy.
#pragma once

#include "cli/iocopy/pass_report.hpp"
#include "cli/iocopy/settings.hpp"
#include "libcore/files/copy/copy_forecast.hpp"
#include "libcore/files/copy/scratch_copy.hpp"
#include "libcore/io/copy_plan.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// The plans of all ways to read, and the chosen one. They are for one pass or, if that needs too much memory, for the second of
/// two passes.
struct PlanChoice {
    struct Way {
        Access access = Access::Direct;
        std::optional<CopyPlan> plan;                        ///< nothing: it needs too much memory
        std::optional<CopyForecast> forecast = std::nullopt; ///< the disk requests of the copy
    };
    std::vector<Way> ways;
    CopyPlan chosen;
    /// Set if the ways are those of the second pass: how much memory one pass would need.
    std::optional<std::string> too_much = std::nullopt;
    PassForecasts passes = {}; ///< not set by plan_choice()
};

/// Returns the input of plan_copy() for a copy with this number of ranks.
[[nodiscard]] CopyTask task_for(Communicator const& comm, CopyJob const& job, int ranks);

/// Plans the copy and counts the requests of every way to read. `passes`: the passes of the copy. Error: no way fits the memory.
[[nodiscard]] Result<PlanChoice> plan_choice(Communicator const& comm, CopyJob const& job, CopyPasses const& passes);

void plan_text(IocopySettings const& settings, CopyTask const& task, PlanChoice const& choice, bool explain, Sink const& sink);
void plan_json(IocopySettings const& settings, CopyTask const& task, PlanChoice const& choice, Sink const& sink);
/// Explains in a few sentences the choice of this access and these parts, and of two passes if one was not possible.
[[nodiscard]] std::string reason(IocopySettings const& settings, PlanChoice const& choice);

} // namespace tessera::cli
