// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the tables of chapters 3, 5 and 6 of the pC* thesis, by name.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <span>
#include <string_view>

namespace tessera::cli {

struct PcstarTable {
    std::string_view name;  ///< "pcstar-3.1"
    std::string_view title; ///< title in the list of all tables
    /// Runs on all ranks; rank 0 prints.
    Result<void> (*print)(Comm const& world, bool json, Sink const& sink);
};

[[nodiscard]] std::span<PcstarTable const> pcstar_tables();
/// Returns null for other names.
[[nodiscard]] PcstarTable const* find_pcstar_table(std::string_view name);

/// Runs `distbench table pcstar-3.x`, `5.x` and `6.x`, on all ranks.
[[nodiscard]] Result<ExitCode> distbench_pcstar_table(Tool const& tool, Comm const& world);

} // namespace tessera::cli
