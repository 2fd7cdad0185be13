// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy's reports about copies in one pass and in two.
#pragma once

#include "libcore/files/copy/copy_forecast.hpp"
#include "libcore/files/copy/scratch_copy.hpp"
#include "libcore/io/scratch_plan.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera::cli {

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

void pass_table(PassForecasts const& ways, Sink const& sink);
/// Writes the members "passes", a list, and "rechunker".
void passes_json(JsonWriter& json, PassForecasts const& ways);

/// Returns "1,234", or "about 1,234".
[[nodiscard]] std::string requests_text(ForecastCounts const& forecast);
[[nodiscard]] std::string bytes_text(ForecastCounts const& forecast);
/// Writes "name": {"requests", "bytes", "exact"}.
void demand_json(JsonWriter& json, std::string_view name, ForecastCounts const& forecast);

} // namespace tessera::cli
