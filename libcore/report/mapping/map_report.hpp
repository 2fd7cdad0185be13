// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of every rank.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct MapReportOptions {
    std::optional<Rank> rank; ///< restricts the report to this rank
    bool all = false;         ///< all rows, without a limit
};

/// Writes JSON of schema tessera.map/1 with ascending ranks, while it computes them. Error: `rank` is not in the mapping.
[[nodiscard]] Result<void> map_json(Mapping const& mapping, MapReportOptions const& options, Sink const& sink);

/// Writes a summary and a table of the ranks; if there are many, the first and last few. Error: as for map_json.
[[nodiscard]] Result<void> map_text(Mapping const& mapping, MapReportOptions const& options, Sink const& sink);

} // namespace tessera
