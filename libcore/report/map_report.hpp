// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what every rank owns.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct MapReportOptions {
    std::optional<Rank> rank; ///< this rank only
    bool all = false;         ///< every row, however many
};

/// Schema tessera.map/1; ranks ascending, written as they are computed. Error: `rank` takes no part.
[[nodiscard]] Result<void> map_json(Mapping const& mapping, MapReportOptions const& options, Sink const& sink);

/// A summary and a table of the ranks; of many ranks the first and last few. Error: as map_json.
[[nodiscard]] Result<void> map_text(Mapping const& mapping, MapReportOptions const& options, Sink const& sink);

} // namespace tessera
