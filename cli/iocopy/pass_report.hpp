// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy's reports about copies in one pass and in two.
#pragma once

#include "libcore/files/copy/plan_choice.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <string>
#include <string_view>

namespace tessera::cli {

void pass_table(PassForecasts const& ways, Sink const& sink);
/// Writes the members "passes", a list, and "rechunker".
void passes_json(JsonWriter& json, PassForecasts const& ways);

/// Returns "1,234", or "about 1,234".
[[nodiscard]] std::string requests_text(ForecastCounts const& forecast);
[[nodiscard]] std::string bytes_text(ForecastCounts const& forecast);
/// Writes "name": {"requests", "bytes", "exact"}.
void demand_json(JsonWriter& json, std::string_view name, ForecastCounts const& forecast);

} // namespace tessera::cli
