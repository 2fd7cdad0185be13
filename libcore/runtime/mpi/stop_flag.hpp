// SPDX-License-Identifier: BSD-3-Clause
// Tessera: spreads a stop request on one rank to all ranks while they work.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <mpi.h>
#include <vector>

namespace tessera {

/// Spreads a stop request to all ranks. A rank that knows of the request notifies its neighbours in a binary tree of the
/// ranks, once. These pass it on at their next call of stop_requested(). Even if all ranks are asked at once, as batch systems do,
/// each sends at most three empty messages.
class StopFlag {
  public:
    /// `asked` returns whether this rank was asked to stop, for example by a signal. Set it on all ranks or on none; without
    /// it nothing is heard or sent.
    StopFlag(Communicator const& comm, std::function<bool()> asked);
    StopFlag(StopFlag const&) = delete;
    StopFlag& operator=(StopFlag const&) = delete;
    ~StopFlag() = default;

    /// Returns whether this rank was asked to stop or has heard of a rank that was. Not collective.
    [[nodiscard]] bool stop_requested();
    /// Returns whether any rank was asked to stop. Afterwards all ranks know it and no message is on its way. After a yes,
    /// later calls return yes at once. Collective.
    [[nodiscard]] bool agreed();

  private:
    void raise();
    void take(Rank from);

    Communicator const& comm_;
    std::function<bool()> asked_;
    std::vector<Rank> silent_; // neighbours that have not notified this rank yet
    std::vector<MPI_Request> sent_;
    bool knows_ = false;
    bool agreed_ = false;
};

} // namespace tessera
