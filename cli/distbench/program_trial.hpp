// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of the messages of a program's phases and remaps, compared with their predicted costs, for several layouts.
#pragma once

#include "libcore/advise/advice.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// One of the executed layouts.
struct TrialRow {
    std::string layout;   ///< layout of each array, phase by phase: "(block,*), (*,block)"
    std::string kind;     ///< "advised", "static", "other", "the job's own"
    double told = 0;      ///< seconds that are predicted and not measured: work, and waiting in pipelines
    double predicted = 0; ///< predicted seconds of the messages
    double measured = 0;  ///< measured seconds of the same messages: medians, times the number of executions in the program
};

/// The trial of one job. Seconds are those of the slowest rank.
struct ProgramTrial {
    std::string job;
    int ranks = 0;
    std::vector<TrialRow> rows; ///< the advised layout comes first

    /// Returns the advised layout's time (told and measured) over the shortest time of all.
    [[nodiscard]] double regret() const;
};

struct TrialSettings {
    int rounds = 11;     ///< number of rounds for the median
    std::size_t top = 5; ///< number of answers of the advice; the job's own layout is added if the ranks suffice
};

/// All distinct remaps, halos, sums and broadcasts of all rows take turns in each round, so that disturbances affect them equally.
/// Remaps use the schedule of their predicted cost. Sums and broadcasts are MPI's own, or the fastest if the machine profile has
/// measured them. Collective over `comm`, which has the ranks of the advice. Errors: those of advise; a layout on other ranks.
[[nodiscard]] Result<ProgramTrial> run_trial(Communicator const& comm, PhaseCoster const& coster, TrialSettings const& settings);

/// `machine`: name of the machine for predictions.
void trials_text(std::vector<ProgramTrial> const& trials, std::string const& machine, Sink const& sink);
/// Writes JSON of schema tessera.program-trials/1.
void trials_json(std::vector<ProgramTrial> const& trials, std::string const& machine, Sink const& sink);

} // namespace tessera::cli
