// SPDX-License-Identifier: BSD-3-Clause
// Tessera: times of the eight programs of the pC* thesis here, next to the thesis' statements on figures 7.3 and 7.9.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/report/sink.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

inline constexpr std::string_view programs_table_name = "pcstar-7.9";
inline constexpr std::string_view programs_table_title = "the eight programs beside C and plain MPI, figures 7.3 and 7.9";

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

/// Writes the efficiency on several ranks, and the speed relative to one process and to plain MPI, with the thesis' statements.
void programs_text(ProgramTrials const& trials, Sink const& sink);
/// Writes JSON of schema tessera.programs/1.
void programs_json(ProgramTrials const& trials, Sink const& sink);

} // namespace tessera::cli
