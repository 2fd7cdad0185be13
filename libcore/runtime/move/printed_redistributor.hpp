// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes the algorithms of Thakur's chapter 3 as they are printed.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <memory>
#include <mpi.h>

namespace tessera {

/// Redistributes one array by the send and receive phases of a printed algorithm. Every execution computes the partners of each
/// element or sub-block by the paper's formula, copies them into one packet for each receiver, and places the received packets in
/// local order (sync) or each packet with a stride when it arrives (async). Nothing of the plan's message sets is used. Two-phase
/// methods run one algorithm after the other.
class PrintedRedistributor {
  public:
    /// Collective over `comm`, which is duplicated. Errors: those of printed_phases() and, if `receive` is async, of
    /// check_async(); the plan names ranks that the communicator does not have.
    [[nodiscard]] static Result<PrintedRedistributor> make(CompositePlan const& plan, MPI_Comm comm, Receive receive);

    PrintedRedistributor(PrintedRedistributor&&) noexcept;
    PrintedRedistributor& operator=(PrintedRedistributor&&) noexcept;
    ~PrintedRedistributor();

    /// Moves this rank's part, in the array's own storage order. Collective.
    void execute(void const* source, void* target);

  private:
    struct State;
    explicit PrintedRedistributor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Checks what make() checks, without a communicator.
[[nodiscard]] Result<void> check_as_printed(CompositePlan const& plan, Receive receive);

} // namespace tessera
