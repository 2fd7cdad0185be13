// SPDX-License-Identifier: BSD-3-Clause
// Tessera: runs the phases of a composite plan under MPI, there and back.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <memory>
#include <mpi.h>
#include <span>
#include <vector>

namespace tessera {

struct CompositeOptions {
    /// One for each phase, or one for all; a schedule is of one phase. Without updates, which are the next member.
    std::vector<RedistributorOptions> phases;
    /// As RedistributorOptions::updates: made where an element arrives at its target. Not together with a return.
    std::vector<ElementUpdate> updates = {};
    bool with_return = false;       ///< execute_back() will be called
    RedistributorOptions back = {}; ///< of every phase on the way back; without a schedule
};

/// One rank's share of a composite plan: a Redistributor for each phase, and the arrays between them, which are allocated once.
class CompositeRedistributor {
  public:
    /// Collective over `comm`, which is duplicated. `layouts`: of the sources and targets of the whole. Errors: as
    /// Redistributor::make; with_return where the plan has no way back (CompositePlan::check_return).
    [[nodiscard]] static Result<CompositeRedistributor> make(CompositePlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                                             CompositeOptions const& options);

    CompositeRedistributor(CompositeRedistributor&&) noexcept;
    CompositeRedistributor& operator=(CompositeRedistributor&&) noexcept;
    ~CompositeRedistributor();

    /// Collective. Pointers as of Redistributor::execute.
    void execute(std::span<void const* const> sources, std::span<void* const> targets);
    /// The same from arrays of the library's: as Redistributor::execute, the first phase copies straight from them within a node.
    void execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets);
    /// execute() in two halves, as of Redistributor: the first phase is under way between them, and end() does the others.
    void begin(std::span<void const* const> sources, std::span<void* const> targets);
    void begin(std::span<DistributedArray const* const> sources, std::span<void* const> targets);
    void end();
    /// Collective. From the targets back to the sources: elements that the plan does not name keep their values. Nothing is
    /// planned. Precondition: options.with_return.
    void execute_back(std::span<void* const> sources, std::span<void const* const> targets);

    /// The sums over the phases (there, not back); `buffer_bytes` holds the arrays between them, too.
    [[nodiscard]] RedistributorCosts costs() const;
    /// The sums over the phases of the last execution there.
    [[nodiscard]] NodeWays node_ways() const;
    /// Collective. As Redistributor::gather_trace, of one phase.
    [[nodiscard]] std::vector<TracedTransfer> gather_trace(std::size_t phase) const;

  private:
    struct State;
    explicit CompositeRedistributor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
