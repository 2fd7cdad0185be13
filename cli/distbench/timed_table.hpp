// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table of times, the published ones beside ours, as ratios: machines thirty years apart share no second.
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
    /// Seconds in each column; nothing where a column has none.
    struct Row {
        std::string group; ///< rows of a group are compared with its first one
        std::string label;
        std::vector<std::optional<double>> seconds;
    };
    std::string name; ///< "pcstar-3.1"
    std::string title;
    std::string about;                ///< what was measured, and where: one or two sentences
    std::vector<std::string> columns; ///< "thesis", "here"
    std::vector<Row> rows = {};
};

void timed_text(TimedTable const& table, Sink const& sink);
/// Schema tessera.timed-table/1 (share/doc/formats.md).
void timed_json(TimedTable const& table, Sink const& sink);

/// The median seconds of each piece of work, which take turns, so that a slow moment of the machine meets them all; a first turn
/// is not counted.
[[nodiscard]] std::vector<double> medians_in_turn(std::vector<std::function<void()>> const& works, int rounds);

} // namespace tessera::cli
