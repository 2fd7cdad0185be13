// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm reduce --op maxloc and minloc: the index of the largest or smallest element.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/runtime/comm/collectives/extreme_candidate.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera::cli {

/// Finds the largest or smallest element of the whole array, or with --axis of each line. Collective over the job.
[[nodiscard]] Result<ExitCode> locate(Tool const& tool, Communicator const& world, Extreme extreme);

} // namespace tessera::cli
