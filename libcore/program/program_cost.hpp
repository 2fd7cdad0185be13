// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a whole program costs with its arrays mapped so and so in each phase.
#pragma once

#include "libcore/program/phase_cost.hpp"
#include "libcore/program/program_layout.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// An array whose mapping differs before and after a step.
struct ArrayMove {
    std::size_t array = 0;
    RemapTraffic traffic;     ///< of this array alone
    Index memory = 0;         ///< bytes per rank of both copies
    bool overwritten = false; ///< the phase behind it writes all of it: nothing moves
    bool unused = false;      ///< the phase behind it does not use it
};

/// One step of a change, which has more than one where the job redistributes an array again before the next phase.
struct ChangeCost {
    PhaseChange change;
    std::size_t number = 0; ///< of the change, among those of the program
    std::size_t step = 0;   ///< the first is 0
    std::size_t steps = 1;
    std::vector<ArrayMove> moves; ///< at least one
    Price price;                  ///< once; all arrays at a time, one message from rank to rank for all that move
    Index memory = 0;             ///< bytes per rank while it happens, all arrays of the program together
};

struct ProgramCost {
    std::vector<PhaseCost> phases;   ///< each run once
    std::vector<ChangeCost> changes; ///< those that move something, or would if it were not overwritten
    std::optional<double> compute;   ///< seconds of all phases, as often as they run
    Price within;                    ///< messages of all phases, likewise
    Price between;                   ///< remaps
    Index memory = 0;                ///< the most bytes per rank at any time

    /// All of it; absent without rates.
    [[nodiscard]] std::optional<double> seconds() const;
};

/// Errors: a phase that cannot run so (names it); as PhaseCoster::of and PriceList::remap.
[[nodiscard]] Result<ProgramCost> cost_of(PhaseCoster const& coster, ProgramLayout const& layout);

} // namespace tessera
