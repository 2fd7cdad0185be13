// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measurement of the machine on which the job runs.
#pragma once

#include "cli/common/progress.hpp"
#include "cli/distbench/measure/copy_rates.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

struct MeasuredMachine {
    Machine machine;
    int ranks = 0;
    int nodes = 0;
    bool crowded = false; ///< some node has more ranks than cores
    int sizes = 0;        ///< number of message lengths that were timed
    double error = 0;     ///< error of the fit: root mean square of the relative errors
    CopyRates copies;
};

struct ProfileSettings {
    std::string name;   ///< name of the machine
    double seconds = 6; ///< approximate time limit
    ProgressMode progress = ProgressMode::Auto;
    bool quiet = false;
};

/// Collective; every rank gets the profile. Precondition: at least two ranks.
[[nodiscard]] MeasuredMachine measure_machine(Communicator const& comm, ProfileSettings const& settings);

/// Returns one sentence for each caveat on the measurement: a link that could not be saturated, ranks that had to wait for a core.
[[nodiscard]] std::vector<std::string> reservations(MeasuredMachine const& measured);

} // namespace tessera::cli
