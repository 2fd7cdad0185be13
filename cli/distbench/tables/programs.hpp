// SPDX-License-Identifier: BSD-3-Clause
// Tessera: times of the eight programs of the pC* thesis here, next to the thesis' statements on figures 7.3 and 7.9.
#pragma once

#include "cli/distbench/tables/comparer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// Seconds of the slowest rank over all rounds, for one implementation of a program.
struct ProgramTimes {
    std::string program;
    std::vector<Index> numbers; ///< its extents, and the number of steps if it has steps
    std::string by;             ///< "tessera"; "plain": plain MPI; "alone": a loop in one process
    Index ranks = 1;
    double median = 0;
    double least = 0;
    double most = 0;
};

/// Times that were measured in one run.
struct ProgramTrials {
    std::string machine; ///< place and date of the measurement
    Index processors = 0;
    Index rounds = 0;
    std::vector<ProgramTimes> rows;

    /// Returns the times of the same program with the same numbers as `like`; null: it was not measured.
    [[nodiscard]] ProgramTimes const* of(ProgramTimes const& like, std::string_view by, Index ranks) const;
};

/// Returns datasets/programs/recorded.json, the output of tests/bench/programs_bench.sh.
[[nodiscard]] ProgramTrials recorded_program_trials();

/// Error, with the name `file`: `json` is not a document of schema tessera.programs/1.
[[nodiscard]] Result<ProgramTrials> program_trials_of(std::string_view json, std::string const& file);

/// Comparer of tables whose rows are programs, with the paper's statements on their `efficiency` and their speed `over C`. The
/// times are the recorded ones, or those of a file that tests/bench/programs_bench.sh printed. JSON of schema tessera.programs/1.
[[nodiscard]] Result<TableReport> compare_programs(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
