// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist --region: collects a region from its ranks, or updates it there.
#pragma once

#include "cli/common/command_table.hpp"
#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <vector>

namespace tessera::cli {

/// Returns --region, --set, --line and --host.
[[nodiscard]] std::vector<OptionSpec> region_run_options();

/// Runs redist with --region. Collective.
[[nodiscard]] Result<ExitCode> run_region(Tool const& tool, Communicator const& world);

} // namespace tessera::cli
