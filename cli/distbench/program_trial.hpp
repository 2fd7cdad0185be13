// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a program's phases and remaps, run beside their prices, for several ways to distribute its arrays.
#pragma once

#include "libcore/advise/advice.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// One of the layouts that were run.
struct TrialRow {
    std::string layout;   ///< "(block,*), (*,block)": of each array, phase by phase
    std::string kind;     ///< "advised", "static", "other", "the job's own"
    double told = 0;      ///< seconds that are not run, and so taken as they are predicted: work, and the waiting of pipelines
    double predicted = 0; ///< seconds of messages
    double measured = 0;  ///< of the same messages: medians, as often as the program sends them
};

/// Of one job. Seconds are those of the slowest rank.
struct ProgramTrial {
    std::string job;
    int ranks = 0;
    std::vector<TrialRow> rows; ///< the advised one first

    /// The advised layout's time (told and measured) over the shortest of all.
    [[nodiscard]] double regret() const;
};

struct TrialSettings {
    int rounds = 11;     ///< whose median counts
    std::size_t top = 5; ///< answers of the advice; the job's own comes on top where there are ranks for it
};

/// All distinct remaps, halos, sums and broadcasts of all rows take turns in each round, so that whatever else the machine does
/// hits them alike. Remaps go by the schedule that their price is of, sums and broadcasts by MPI's own. Collective over `comm`,
/// which has the ranks that the advice is for. Errors: as advise; a layout on other ranks.
[[nodiscard]] Result<ProgramTrial> run_trial(Comm const& comm, PhaseCoster const& coster, TrialSettings const& settings);

/// `machine`: what times are predicted with.
void trials_text(std::vector<ProgramTrial> const& trials, std::string const& machine, Sink const& sink);
/// Schema tessera.program-trials/1.
void trials_json(std::vector<ProgramTrial> const& trials, std::string const& machine, Sink const& sink);

} // namespace tessera::cli
