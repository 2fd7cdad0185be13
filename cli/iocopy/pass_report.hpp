// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what iocopy says of copies in one pass and in two.
#pragma once

#include "libcore/io/scratch_plan.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/file_copy/copy_forecast.hpp"
#include "libcore/runtime/file_copy/scratch_copy.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera::cli {

/// What a copy would ask of the disks.
struct PassWays {
    struct Two {
        Extents chunk;            ///< of the scratch file
        Index bytes = 0;          ///< of this file
        bool made = false;        ///< an interrupted copy has made it
        CopyForecast first = {};  ///< to it
        CopyForecast second = {}; ///< and from it
    };
    bool takes_two = false;
    Index source_bytes = 0; ///< of the elements that are copied
    Index decoded = 0;      ///< bytes of a chunk of the source that is decoded whole, each time it is asked for; 0: none is
    std::optional<CopyForecast> one = std::nullopt; ///< nothing: it takes more memory than there is
    std::optional<Two> two = std::nullopt;          ///< nothing: --scratch never, or it cannot be
    std::optional<RechunkerPlan> rechunker = std::nullopt;
};

/// `one_pass`: its plan, or null where none fits; `passes`: those that the copy has. One rank.
[[nodiscard]] PassWays pass_ways(CopyJob const& job, CopyTask const& task, CopyPlan const* one_pass, CopyPasses const& passes);

/// Sums over all passes that it has. One rank.
[[nodiscard]] CopyForecast forecast_of_all(CopyJob const& job, CopyTask const& task, CopyPasses const& passes);

void pass_table(PassWays const& ways, Sink const& sink);
/// "passes": a list; "rechunker".
void passes_json(JsonWriter& json, PassWays const& ways);

/// "1,234", or "about 1,234".
[[nodiscard]] std::string requests_text(ForecastCounts const& forecast);
[[nodiscard]] std::string bytes_text(ForecastCounts const& forecast);
/// "name": {"requests", "bytes", "exact"}.
void demand_json(JsonWriter& json, std::string_view name, ForecastCounts const& forecast);

} // namespace tessera::cli
