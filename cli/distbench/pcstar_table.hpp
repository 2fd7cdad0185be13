// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the tables of the pC* thesis on reductions, next to predictions and measurements here.
#pragma once

#include "cli/common/tool.hpp"
#include "cli/distbench/pcstar_figures.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace tessera::cli {

/// One cell per length and number of ranks, as in PublishedRatios; nothing if the job has too few ranks.
using RatioCells = std::array<std::array<std::optional<double>, PublishedRatios::ranks.size()>, PublishedRatios::lengths.size()>;

/// Returns null for other names.
[[nodiscard]] PublishedRatios const* find_published_ratios(std::string_view name);

/// Returns the thesis' cluster, from its times of message exchanges between two nodes (4.4.1, Figs. 4.9 and 4.10).
[[nodiscard]] Machine pcstar_cluster();

/// Error: none for a valid table.
[[nodiscard]] Result<RatioCells> predicted_ratios(PublishedRatios const& published);

/// Runs `distbench table pcstar-4.x`, on all ranks. With one rank nothing is measured.
[[nodiscard]] Result<ExitCode> distbench_pcstar(Tool const& tool, Comm const& world);

} // namespace tessera::cli
