// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times of file access next to ours.
#pragma once

#include "cli/distbench/published_io.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/report/sink.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// The figures of our plan for one cell.
struct PlannedCell {
    Index requests = 0; ///< requests of all ranks
    Index elements = 0; ///< elements that all ranks access
    double seconds = 0; ///< predicted
};

struct IoComparison {
    PublishedIo const& published;
    std::string machine;
    std::vector<std::vector<PlannedCell>> planned; ///< one per row and cell of the published table
};

/// Error: the machine lacks rates.
[[nodiscard]] Result<IoComparison> compare_io(PublishedIo const& published, Machine const& machine);

void io_table_text(IoComparison const& comparison, Sink const& sink);
/// Writes JSON of schema tessera.io-table/1.
void io_table_json(IoComparison const& comparison, Sink const& sink);

} // namespace tessera::cli
