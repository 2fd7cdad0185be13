// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes the phases of a composite plan under MPI, forward and back.
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
    /// One entry per phase, or one for all phases. A schedule belongs to one phase. The entries hold no updates: use the next
    /// member.
    std::vector<RedistributorOptions> phases;
    /// As RedistributorOptions::updates, applied when an element arrives at its target. Not allowed together with with_return.
    std::vector<ElementUpdate> updates = {};
    bool with_return = false;       ///< execute_back() will be called
    RedistributorOptions back = {}; ///< options of every phase on the way back; no schedule
};

/// One rank's share of a composite plan: a Redistributor per phase, and the arrays between the phases, allocated once.
class CompositeRedistributor {
  public:
    /// Collective over `comm`, which is duplicated. `layouts`: the sources of the first phase and the targets of the last.
    /// Errors: those of Redistributor::make; with_return for a plan that cannot be reversed (CompositePlan::check_return).
    [[nodiscard]] static Result<CompositeRedistributor> make(CompositePlan const& plan, MPI_Comm comm, RankLayouts const& layouts,
                                                             CompositeOptions const& options);

    CompositeRedistributor(CompositeRedistributor&&) noexcept;
    CompositeRedistributor& operator=(CompositeRedistributor&&) noexcept;
    ~CompositeRedistributor();

    /// Executes all phases. Collective. Pointers as for Redistributor::execute.
    void execute(std::span<void const* const> sources, std::span<void* const> targets);
    /// Executes all phases from DistributedArrays. As in Redistributor::execute, the first phase copies directly from them
    /// within a node.
    void execute(std::span<DistributedArray const* const> sources, std::span<void* const> targets);
    /// The two halves of execute(), as in Redistributor. The first phase travels between them; end() executes the other
    /// phases.
    void begin(std::span<void const* const> sources, std::span<void* const> targets);
    void begin(std::span<DistributedArray const* const> sources, std::span<void* const> targets);
    void end();
    /// Redistributes the targets back to the sources, without new planning. Elements that the plan does not name keep their
    /// values. Collective. Precondition: options.with_return.
    void execute_back(std::span<void* const> sources, std::span<void const* const> targets);

    /// Returns the sums over the forward phases. `buffer_bytes` includes the arrays between the phases.
    [[nodiscard]] RedistributorCosts costs() const;
    /// Returns the sums over the phases of the last forward execution.
    [[nodiscard]] NodeTraffic node_traffic() const;
    /// Returns Redistributor::gather_trace of one phase. Collective.
    [[nodiscard]] std::vector<TracedTransfer> gather_trace(std::size_t phase) const;

  private:
    struct State;
    explicit CompositeRedistributor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
