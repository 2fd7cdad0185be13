// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist --region: a region collected from its ranks, or brought back to them.
#pragma once

#include "cli/common/command_table.hpp"
#include "cli/common/tool.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <vector>

namespace tessera::cli {

/// --region, --set, --line and --host.
[[nodiscard]] std::vector<OptionSpec> region_run_options();

/// With --region. Collective.
[[nodiscard]] Result<ExitCode> run_region(Tool const& tool, Comm const& world);

} // namespace tessera::cli
