// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what every subcommand of distcomm is told.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/comm.hpp"

namespace tessera::cli {

struct CommSettings {
    Mapping mapping;
    int repeat = 1;
    bool verify = false;
};

/// The size of the MPI job stands in where the job does not say how many ranks it wants.
/// Errors: the job's; a mapping on more ranks than there are; --repeat 0. Every rank finds the same. Not collective.
[[nodiscard]] Result<CommSettings> comm_settings(Tool const& tool, int ranks);

} // namespace tessera::cli
