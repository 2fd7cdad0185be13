// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the eight programs of the pC* thesis: how long they take here, beside what the thesis says of its figures 7.3 and 7.9.
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

/// Seconds of the slowest rank over all rounds, of a program by one of its contenders.
struct ProgramTimes {
    std::string program;
    std::vector<Index> numbers; ///< its extents, and steps where it has any
    std::string by;             ///< "tessera"; "plain": plain MPI; "alone": a loop of one process
    Index ranks = 1;
    double median = 0;
    double least = 0;
    double most = 0;
};

/// What was measured together.
struct ProgramTrials {
    std::string machine; ///< where and when
    Index processors = 0;
    Index rounds = 0;
    std::vector<ProgramTimes> rows;

    /// The same program with the same numbers as `like`; null: it was not measured.
    [[nodiscard]] ProgramTimes const* of(ProgramTimes const& like, std::string_view by, Index ranks) const;
};

/// datasets/programs/recorded.json, as tests/bench/programs_bench.sh printed it.
[[nodiscard]] ProgramTrials recorded_program_trials();

/// Error: `json` is no document of the schema tessera.programs/1; it names `file`.
[[nodiscard]] Result<ProgramTrials> program_trials_of(std::string_view json, std::string const& file);

/// Efficiency on several ranks, and speed over one process and over plain MPI, with what the thesis says.
void programs_text(ProgramTrials const& trials, Sink const& sink);
/// Schema tessera.programs/1.
void programs_json(ProgramTrials const& trials, Sink const& sink);

} // namespace tessera::cli
