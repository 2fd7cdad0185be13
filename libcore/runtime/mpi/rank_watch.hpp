// SPDX-License-Identifier: BSD-3-Clause
// Tessera: detects that another rank, its node or the network is gone, which MPI does not report.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace tessera {

/// A thread that detects lost ranks. If a rank dies, Open MPI closes its connections and waits until a launcher ends the job;
/// not all launchers do. If a rank is stopped or the network is down, Open MPI waits forever. The thread watches the TCP
/// connections of this process and the process of the next rank on its node.
class RankWatch {
  public:
    using Seconds = std::chrono::duration<double>;

    struct Loss {
        std::string here; ///< address of this rank on the lost connection; empty if a process on this node is lost
        std::string what; ///< the loss in words, a sentence without its full stop
    };

    /// The thread calls `give_up` once, when something has been lost for `timeout`. Collective over `world`: each rank sends
    /// a message to the next rank, so that neighbours on different nodes have a connection. Precondition: MPI is initialized,
    /// with thread support (require_thread_support()). Destroy the watch before MPI ends, because MPI closes connections then.
    RankWatch(Communicator const& world, Seconds timeout, std::function<void(Loss const&)> give_up);

  private:
    std::jthread thread_; // the destructor stops and joins it
};

} // namespace tessera
