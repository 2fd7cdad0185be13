// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the arrays of a program should be distributed, and why.
#pragma once

#include "libcore/base/watch.hpp"
#include "libcore/program/program_cost.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct AdviceRequest {
    Index ranks = 1;
    std::optional<Index> memory = std::nullopt; ///< bytes per rank, never exceeded, both copies counted while something moves
    std::size_t top = 5;                        ///< so many answers at most, the job's own not counted
    bool other_ranks = false;                   ///< also asks where the answer turns with the number of ranks
};

/// One way to distribute the arrays over all phases.
struct AdvisedLayout {
    enum class Kind { Best, Static, Other, Own };
    Kind kind = Kind::Other;
    ProgramLayout layout;
    ProgramCost cost;
    [[nodiscard]] bool remaps() const { return !cost.changes.empty(); }
};

/// What a phase would rather have had, where that is known.
struct PhaseRunnerUp {
    std::size_t phase = 0;
    std::vector<Mapping> mappings; ///< of each array
    double margin = 0;             ///< seconds that the whole program is slower with the best choice that has another layout there
};

/// Where another answer is as good as the best.
struct TurningPoint {
    std::string what;       ///< "the start-up of a message", "the time of a byte", "the time of an operation"
    double factor = 1;      ///< times what it is now
    std::size_t answer = 0; ///< which of the answers
};

/// Half or twice as many ranks, on which the best has another number of distributed dimensions, or other formats.
struct TurningRanks {
    Index ranks = 1;
    ProgramLayout layout;
};

struct Advice {
    std::vector<AdvisedLayout> answers; ///< the best first; at most `top`
    std::optional<AdvisedLayout> own;   ///< the job's own, if its phases can run so
    std::string own_refusal;            ///< else why they cannot
    double bound = 0;                   ///< seconds; no layout that was considered costs less
    std::size_t considered = 0;         ///< layouts of single arrays
    std::vector<PhaseRunnerUp> runners_up;
    std::vector<TurningPoint> turning_points; ///< the nearest of each rate, in both directions
    std::vector<TurningRanks> turning_ranks;  ///< fewer, then more
    std::optional<AdvisedLayout> unlimited;   ///< the best without the memory limit, where that is another one
    std::vector<std::string> rules;           ///< what was not considered, and why
    std::vector<std::string> reasons;         ///< in words, most important first
    bool limited_by_memory = false;           ///< the limit forbids layouts that were considered

    [[nodiscard]] bool is_exact() const;
};

/// Errors: no machine, or one without rates; no layout that all phases can have; as candidates_for and of the prices; the work was
/// stopped.
[[nodiscard]] Result<Advice> advise(PhaseCoster const& coster, AdviceRequest const& request, Watch const& watch = {});

} // namespace tessera
