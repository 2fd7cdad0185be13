// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a program's phases and remaps, ready to execute.
#pragma once

#include "libcore/program/program_cost.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tessera::cli {

/// One set of messages.
struct TrialPart {
    std::function<void()> run;
    std::vector<double> seconds{}; ///< one per round
};

struct TrialUse {
    std::size_t part = 0;
    double times = 0; ///< number of executions in the program
};

/// The message sets of a program with a given layout.
struct TrialUses {
    std::vector<std::vector<TrialUse>> changes; ///< indexed as in ProgramCost
    std::vector<std::vector<TrialUse>> phases;
};

/// The parts of all requested layouts, each once. All functions are collective over `comm`, which contains the ranks of all
/// layouts.
class TrialParts {
  public:
    TrialParts(Communicator const& comm, PhaseCoster const& coster) : comm_(comm), coster_(coster) {}

    /// `cost`: the result of cost_of for the layout. Errors: those of creating the plans and the executors.
    [[nodiscard]] Result<TrialUses> uses_of(ProgramLayout const& layout, ProgramCost const& cost);
    void run_once(std::size_t part);
    /// Runs all parts in turn in each round.
    void run(int rounds);
    /// Returns the sum of the parts' medians over the rounds, each times its number of executions.
    [[nodiscard]] double seconds_of(TrialUses const& uses) const;

  private:
    /// Counts an execution of the part with this name. Returns whether the part existed before.
    bool known(std::string const& name, double times);
    Result<void> add_change(ProgramLayout const& layout, ChangeCost const& change);
    Result<void> add_remap(std::vector<std::pair<Mapping const*, Mapping const*>> const& moves, std::string const& algorithm,
                           double times);
    Result<void> add_array(std::size_t phase, std::size_t array, std::vector<Mapping> const& mappings);
    Result<void> add_halo(Mapping const& mapping, PhaseArray const& use, double times);
    /// Returns the ranks that differ from this one only in their coordinates along these dimensions.
    [[nodiscard]] std::shared_ptr<Communicator> line_of(Mapping const& mapping, std::vector<bool> const& along) const;
    /// Returns the machine if its profile contains measured broadcasts and sums; then the fastest algorithm is used. Otherwise
    /// returns null: MPI's own collectives are used, as the predicted costs assume.
    [[nodiscard]] Machine const* measured_machine() const;
    /// Adds one sum of all elements among the ranks of each line along the dimensions.
    void add_reduction(Mapping const& mapping, std::vector<bool> const& along, double times);
    /// Adds broadcasts along one dimension after the other: each block goes from its owner to all ranks of the owner's line, as in
    /// PriceList::spreading.
    void add_broadcasts(Mapping const& mapping, std::vector<bool> const& spread, double times);
    void add_broadcasts_along(int d, Mapping const& mapping, double times);

    Communicator const& comm_;
    PhaseCoster const& coster_;
    std::vector<TrialPart> parts_;
    std::map<std::string, std::size_t> numbers_;
    std::vector<TrialUse> uses_; // uses of the current phase or change
};

} // namespace tessera::cli
