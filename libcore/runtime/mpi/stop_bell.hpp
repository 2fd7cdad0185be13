// SPDX-License-Identifier: BSD-3-Clause
// Tessera: when one rank is asked to stop all hear it, while each works for itself.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <mpi.h>
#include <vector>

namespace tessera {

/// Whoever knows rings once at its neighbours in a binary tree of the ranks, who ring on when they look. Told all at once, as batch
/// systems do, each rank sends three empty messages at most.
class StopBell {
  public:
    /// `asked`: was this rank asked, by a signal perhaps? Set on all ranks or on none; without it nothing is ever heard or sent.
    StopBell(Comm const& comm, std::function<bool()> asked);
    StopBell(StopBell const&) = delete;
    StopBell& operator=(StopBell const&) = delete;
    ~StopBell() = default;

    /// Was this rank asked, or has it heard of one that was? Not collective.
    [[nodiscard]] bool heard();
    /// Was any? All know afterwards, and no message is under way. Collective; later calls say the same.
    [[nodiscard]] bool agreed();

  private:
    void ring();
    void take(Rank from);

    Comm const& comm_;
    std::function<bool()> asked_;
    std::vector<Rank> silent_; // neighbours that have not rung here yet
    std::vector<MPI_Request> sent_;
    bool knows_ = false;
    bool agreed_ = false;
};

} // namespace tessera
