// SPDX-License-Identifier: BSD-3-Clause
// Tessera: spreads a stop request on one rank to all ranks while they work.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <mpi.h>
#include <vector>

namespace tessera {

/// Spreads a stop request to all ranks. A rank that knows of the request notifies its neighbours in a binary tree of the
/// ranks, once. These pass it on at their next call of heard(). Even if all ranks are asked at once, as batch systems do, each
/// sends at most three empty messages.
class StopBell {
  public:
    /// `asked` returns whether this rank was asked to stop, for example by a signal. Set it on all ranks or on none; without
    /// it nothing is heard or sent.
    StopBell(Comm const& comm, std::function<bool()> asked);
    StopBell(StopBell const&) = delete;
    StopBell& operator=(StopBell const&) = delete;
    ~StopBell() = default;

    /// Returns whether this rank was asked to stop or has heard of a rank that was. Not collective.
    [[nodiscard]] bool heard();
    /// Returns whether any rank was asked to stop. Afterwards all ranks know it and no message is on its way. After a yes,
    /// later calls return yes at once. Collective.
    [[nodiscard]] bool agreed();

  private:
    void ring();
    void take(Rank from);

    Comm const& comm_;
    std::function<bool()> asked_;
    std::vector<Rank> silent_; // neighbours that have not notified this rank yet
    std::vector<MPI_Request> sent_;
    bool knows_ = false;
    bool agreed_ = false;
};

} // namespace tessera
