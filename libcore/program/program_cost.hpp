// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a whole program with given mappings of its arrays in each phase.
#pragma once

#include "libcore/program/phase_cost.hpp"
#include "libcore/program/program_layout.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// An array whose mapping changes in a step.
struct ArrayMove {
    std::size_t array = 0;
    RemapTraffic traffic;     ///< traffic of this array alone
    Index memory = 0;         ///< bytes per rank of both copies
    bool overwritten = false; ///< the next phase overwrites the whole array, so nothing moves
    bool unused = false;      ///< the next phase does not use the array
};

/// One step of a change. A change has several steps if the job redistributes an array more than once before the next phase.
struct ChangeCost {
    PhaseChange change;
    std::size_t number = 0; ///< number of the change in the program
    std::size_t step = 0;   ///< counted from 0
    std::size_t steps = 1;
    std::vector<ArrayMove> moves; ///< at least one
    Price price;                  ///< for one execution; all arrays move at the same time, with one message per pair of ranks
    Index memory = 0;             ///< bytes per rank during the step, for all arrays of the program together
};

struct ProgramCost {
    std::vector<PhaseCost> phases;   ///< cost of one run each
    std::vector<ChangeCost> changes; ///< changes that move something, or would if it were not overwritten
    std::optional<double> compute;   ///< seconds of all phases, including repetitions
    Price within;                    ///< messages of all phases, including repetitions
    Price between;                   ///< remaps, including repetitions
    Index memory = 0;                ///< largest number of bytes per rank at any time

    /// Returns the total time. Absent without rates.
    [[nodiscard]] std::optional<double> seconds() const;
};

/// Computes the cost. `watch` sees the phases and changes. Errors: a phase that cannot run with its mappings (names it); as
/// PhaseCoster::of and PriceList::remap.
[[nodiscard]] Result<ProgramCost> cost_of(PhaseCoster const& coster, ProgramLayout const& layout, Watch const& watch = {});

} // namespace tessera
