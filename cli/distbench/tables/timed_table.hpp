// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times and ours, compared by ratios, because the machines are thirty years apart.
#pragma once

#include "cli/distbench/tables/paper_table.hpp"
#include "cli/distbench/tables/table_report.hpp"

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
    PaperTable const& paper;
    std::string title; ///< without the table's number
    std::string note;  ///< text below the table on the measurement and the machine
    std::vector<std::string> columns = {"thesis", "here"};
    std::vector<Row> rows = {};
};

/// Returns a table without rows. `{ranks}` in the paper's title becomes "1 rank" or "4 ranks".
[[nodiscard]] TimedTable timed_table(PaperTable const& paper, int ranks = 1);

/// JSON of schema tessera.timed-table/1 (share/doc/formats.md).
[[nodiscard]] TableReport timed_report(TimedTable const& table);

/// Returns the median seconds of each piece of work. The pieces take turns, so that disturbances affect them equally; a first turn
/// does not count.
[[nodiscard]] std::vector<double> medians_in_turn(std::vector<std::function<void()>> const& works, int rounds);

} // namespace tessera::cli
