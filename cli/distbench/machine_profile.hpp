// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the profile of the machine a job runs on, measured.
#pragma once

#include "cli/common/progress.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/runtime/measure/copy_rates.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

struct MeasuredMachine {
    Machine machine;
    int ranks = 0;
    int nodes = 0;
    bool crowded = false; ///< more ranks on some node than it has cores
    int sizes = 0;        ///< lengths of messages that were timed
    double error = 0;     ///< of the fit: root mean square of the relative errors
    CopyRates copies;
};

struct ProfileSettings {
    std::string name;   ///< of the machine
    double seconds = 6; ///< about how long it may take
    ProgressMode progress = ProgressMode::Auto;
    bool quiet = false;
};

/// Collective; every rank gets the profile. Precondition: at least two ranks.
[[nodiscard]] MeasuredMachine measure_machine(Comm const& comm, ProfileSettings const& settings);

/// What a reader of the numbers has to know besides, one sentence each: a link that could not be saturated, ranks that had to wait
/// for a core.
[[nodiscard]] std::vector<std::string> reservations(MeasuredMachine const& measured);

} // namespace tessera::cli
