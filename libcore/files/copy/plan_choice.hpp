// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plans of all ways to copy an array, and the requests of each.
#pragma once

#include "libcore/files/copy/copy_forecast.hpp"
#include "libcore/files/copy/scratch_copy.hpp"
#include "libcore/io/copy_plan.hpp"
#include "libcore/io/scratch_plan.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Disk requests of a copy in one pass and in two.
struct PassForecasts {
    struct Two {
        Extents chunk;            ///< chunk shape of the scratch file
        Index bytes = 0;          ///< size of the scratch file
        bool made = false;        ///< an interrupted copy has already made it
        CopyForecast first = {};  ///< requests of the pass to the scratch file
        CopyForecast second = {}; ///< requests of the pass from the scratch file
    };
    bool takes_two = false;
    Index source_bytes = 0; ///< bytes of the elements that are copied
    Index decoded = 0;      ///< bytes of a source chunk that must be decoded whole for each access; 0: none must
    std::optional<CopyForecast> one = std::nullopt; ///< nothing: one pass needs too much memory
    std::optional<Two> two = std::nullopt;          ///< nothing: --scratch never, or two passes are not possible
    std::optional<RechunkerPlan> rechunker = std::nullopt;
};

/// Returns the requests. `one_pass`: the plan for one pass, or null if none fits the memory; `passes`: the passes of the copy.
/// Called by one rank.
[[nodiscard]] PassForecasts pass_forecasts(CopyJob const& job, CopyTask const& task, CopyPlan const* one_pass,
                                           CopyPasses const& passes);

/// Returns the requests of all passes of the copy. Called by one rank.
[[nodiscard]] CopyForecast forecast_of_all(CopyJob const& job, CopyTask const& task, CopyPasses const& passes);
/// Returns the sum of two forecasts; exact if both are.
[[nodiscard]] CopyForecast sum_of(CopyForecast const& a, CopyForecast const& b);

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

} // namespace tessera
