// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm broadcast|reduce --compare: all algorithms, measured in turns.
#pragma once

#include "cli/common/command_table.hpp"
#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

[[nodiscard]] OptionSpec compare_option(std::vector<std::string> const& subcommands);

/// Writes a row for each algorithm, the fastest first, and the choice of auto: by the rates of --machine or, without them, by its
/// own measurement. With --json writes schema tessera.collective-race/1. Collective over the job; only the members of the array do
/// the work.
[[nodiscard]] Result<ExitCode> compare_collectives(Tool const& tool, CommSettings const& settings, CommArray const& array,
                                                   CollectiveTask const& task, std::optional<Combiner> const& combiner);

/// Returns the choice of auto for repeated work: measured, if no machine is named; else `choice`. Collective over the job; the same
/// on all its ranks.
[[nodiscard]] CollectiveChoice chosen_for_repeats(Tool const& tool, Communicator const& world, CommSettings const& settings,
                                                  CommArray const& array, CollectiveTask const& task,
                                                  std::optional<Combiner> const& combiner, CollectiveChoice choice);

} // namespace tessera::cli
