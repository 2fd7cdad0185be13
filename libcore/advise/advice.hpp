// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice on the distribution of a program's arrays, with reasons.
#pragma once

#include "libcore/base/watch.hpp"
#include "libcore/program/program_cost.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct AdviceRequest {
    Index ranks = 1;
    std::optional<Index> memory = std::nullopt; ///< limit in bytes per rank, never exceeded; both copies count while an array moves
    std::size_t top = 5;                        ///< largest number of answers, without the job's own layout
    bool other_ranks = false;                   ///< also computes advice for half and twice as many ranks
};

/// One distribution of the arrays over all phases.
struct AdvisedLayout {
    enum class Kind { Best, Static, Other, Own };
    Kind kind = Kind::Other;
    ProgramLayout layout;
    ProgramCost cost;
    [[nodiscard]] bool remaps() const { return !cost.changes.empty(); }
};

/// The best alternative layout of a phase, if known.
struct PhaseRunnerUp {
    std::size_t phase = 0;
    std::vector<Mapping> mappings; ///< layout of each array
    double margin = 0; ///< seconds by which the best choice with another layout in this phase is slower, for the whole program
};

/// A scaling of one rate at which another answer is as good as the best.
struct TurningPoint {
    std::string what;       ///< "the start-up of a message", "the time of a byte", "the time of an operation"
    double factor = 1;      ///< factor on the current rate
    std::size_t answer = 0; ///< index of the other answer
};

/// Half or twice as many ranks, if the best layout there has another number of distributed dimensions or other formats.
struct TurningRanks {
    Index ranks = 1;
    ProgramLayout layout;
};

struct Advice {
    std::vector<AdvisedLayout> answers; ///< the best first; at most `top`
    std::optional<AdvisedLayout> own;   ///< the job's own layout, if its phases can run with it
    std::string own_refusal;            ///< otherwise the reason why they cannot
    double bound = 0;                   ///< in seconds; no considered layout costs less
    std::size_t considered = 0;         ///< number of considered layouts of single arrays
    std::vector<PhaseRunnerUp> runners_up;
    std::vector<TurningPoint> turning_points; ///< for each rate the nearest point in both directions
    std::vector<TurningRanks> turning_ranks;  ///< half as many ranks, then twice as many
    std::optional<AdvisedLayout> unlimited;   ///< the best without the memory limit, if it is a different one
    std::vector<std::string> rules;           ///< layouts that were not considered, and the reasons
    std::vector<std::string> reasons;         ///< in words, most important first
    bool limited_by_memory = false;           ///< the limit excludes considered layouts

    [[nodiscard]] bool is_exact() const;
};

/// Computes advice. Errors: no machine, or one without rates; no layout that all phases can use; as candidates_for and of the
/// prices; the work was stopped.
[[nodiscard]] Result<Advice> advise(PhaseCoster const& coster, AdviceRequest const& request, Watch const& watch = {});

} // namespace tessera
