// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table of published times and ours. It compares ratios, because the machines are thirty years apart.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/base/index.hpp"
#include "libcore/report/sink.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

struct TimedTable {
    /// Seconds in each column; nothing if a column has none.
    struct Row {
        std::string group; ///< rows of a group are compared with its first row
        std::string label;
        std::vector<std::optional<double>> seconds;
    };
    std::string name; ///< "pcstar-3.1"
    std::string title;
    std::string about;                ///< one or two sentences on the measurement and the machine
    std::vector<std::string> columns; ///< "thesis", "here"
    std::vector<Row> rows = {};
};

void timed_text(TimedTable const& table, Sink const& sink);
/// Writes JSON of schema tessera.timed-table/1 (share/doc/formats.md).
void timed_json(TimedTable const& table, Sink const& sink);

/// Returns the median seconds of each piece of work. The pieces take turns, so that disturbances affect them equally; a first turn
/// does not count.
[[nodiscard]] std::vector<double> medians_in_turn(std::vector<std::function<void()>> const& works, int rounds);

} // namespace tessera::cli
