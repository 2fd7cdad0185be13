// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what ranks send in a program's phases and between them, ready to run.
#pragma once

#include "libcore/program/program_cost.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tessera::cli {

/// One set of messages that somebody sends.
struct TrialPart {
    std::function<void()> run;
    std::vector<double> seconds{}; ///< of each round
};

struct TrialUse {
    std::size_t part = 0;
    double times = 0; ///< how often the program runs it
};

/// What a program sends with its arrays laid out so and so.
struct TrialUses {
    std::vector<std::vector<TrialUse>> changes; ///< as in ProgramCost
    std::vector<std::vector<TrialUse>> phases;
};

/// The parts of all layouts that were asked for, each once. All of it is collective over `comm`, whose ranks all layouts are on.
class TrialParts {
  public:
    TrialParts(Comm const& comm, PhaseCoster const& coster) : comm_(comm), coster_(coster) {}

    /// `cost`: what cost_of says of the layout. Errors: as the plans' and the executors' makers.
    [[nodiscard]] Result<TrialUses> uses_of(ProgramLayout const& layout, ProgramCost const& cost);
    void run_once(std::size_t part);
    /// All parts take turns in each round.
    void run(int rounds);
    /// Medians over the rounds, as often as each part runs.
    [[nodiscard]] double seconds_of(TrialUses const& uses) const;

  private:
    /// True where a part of this name is there already; it is counted in any case.
    bool known(std::string const& name, double times);
    Result<void> add_change(ProgramLayout const& layout, ChangeCost const& change);
    Result<void> add_remap(std::vector<std::pair<Mapping const*, Mapping const*>> const& moves, std::string const& algorithm,
                           double times);
    Result<void> add_array(std::size_t phase, std::size_t array, std::vector<Mapping> const& mappings);
    Result<void> add_halo(Mapping const& mapping, PhaseArray const& use, double times);
    /// The ranks that differ from this one in their coordinates along these dimensions alone.
    [[nodiscard]] std::shared_ptr<Comm> line_of(Mapping const& mapping, std::vector<bool> const& along) const;
    /// The machine where its profile has measured broadcasts and sums, which go by the fastest then; else null: they are MPI's own,
    /// as prices take them to be.
    [[nodiscard]] Machine const* measured_machine() const;
    /// Among the ranks of each line along the dimensions one sum of what they have.
    void add_reduction(Mapping const& mapping, std::vector<bool> const& along, double times);
    /// Along one dimension after the other each block, from its owner to all ranks of the owner's line, as PriceList::spreading has
    /// it.
    void add_broadcasts(Mapping const& mapping, std::vector<bool> const& spread, double times);
    void add_broadcasts_along(int d, Mapping const& mapping, double times);

    Comm const& comm_;
    PhaseCoster const& coster_;
    std::vector<TrialPart> parts_;
    std::map<std::string, std::size_t> numbers_;
    std::vector<TrialUse> uses_; // of the phase or change at hand
};

} // namespace tessera::cli
