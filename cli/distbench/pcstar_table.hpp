// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the tables of the pC* thesis on reductions, beside what is predicted and what is measured here.
#pragma once

#include "cli/common/tool.hpp"
#include "cli/distbench/pcstar_figures.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace tessera::cli {

/// By length and ranks, as PublishedRatios; nothing where the job has too few ranks.
using RatioCells = std::array<std::array<std::optional<double>, PublishedRatios::ranks.size()>, PublishedRatios::lengths.size()>;

/// Null for other names.
[[nodiscard]] PublishedRatios const* find_published_ratios(std::string_view name);

/// The thesis' cluster from its exchanges of messages between two nodes (4.4.1, Figs. 4.9 and 4.10).
[[nodiscard]] Machine pcstar_cluster();

/// Error: none that a valid table causes.
[[nodiscard]] Result<RatioCells> predicted_ratios(PublishedRatios const& published);

/// `distbench table pcstar-4.x`, on all ranks: with one rank nothing is measured.
[[nodiscard]] Result<ExitCode> distbench_pcstar(Tool const& tool, Comm const& world);

} // namespace tessera::cli
