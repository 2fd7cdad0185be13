// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what iocopy would do.
#pragma once

#include "cli/iocopy/pass_report.hpp"
#include "cli/iocopy/settings.hpp"
#include "libcore/io/copy_plan.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/file_copy/copy_forecast.hpp"
#include "libcore/runtime/file_copy/scratch_copy.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// The plans of all ways to read, and which of them will be taken: in one pass or, where that takes too much memory, in the second
/// of two.
struct PlanChoice {
    struct Way {
        Access access = Access::Direct;
        std::optional<CopyPlan> plan;                        ///< nothing where it takes more memory than there is
        std::optional<CopyForecast> forecast = std::nullopt; ///< what the run would ask of the disks
    };
    std::vector<Way> ways;
    CopyPlan chosen;
    std::optional<std::string> too_much = std::nullopt; ///< what one pass would take, where the ways are the second's
    PassWays passes = {};                               ///< not filled in by plan_choice()
};

/// What so many of the ranks are to do.
[[nodiscard]] CopyTask task_for(Comm const& comm, CopyJob const& job, int ranks);

/// `passes`: those that the copy has. Counts the requests of every way. Error: none fits the memory.
[[nodiscard]] Result<PlanChoice> plan_choice(Comm const& comm, CopyJob const& job, CopyPasses const& passes);

void plan_text(IocopySettings const& settings, CopyTask const& task, PlanChoice const& choice, bool explain, Sink const& sink);
void plan_json(IocopySettings const& settings, CopyTask const& task, PlanChoice const& choice, Sink const& sink);
/// Why this access and these parts, and two passes where one would not do, in a few sentences.
[[nodiscard]] std::string reason(IocopySettings const& settings, PlanChoice const& choice);

} // namespace tessera::cli
