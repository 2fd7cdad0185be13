// SPDX-License-Identifier: BSD-3-Clause
// Tessera: notices that another rank, its node or the network is gone, which MPI does not tell.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace tessera {

/// Where a rank dies, Open MPI closes its connections and waits until a launcher ends the job; not all do. Where a rank is stopped
/// or the network is down it waits for ever. A thread of its own looks at the TCP connections of this process and, where ranks
/// share a node, at the process of the next of them.
class RankWatch {
  public:
    using Seconds = std::chrono::duration<double>;

    struct Loss {
        std::string here; ///< the address of this rank on the lost connection; empty where a process of this node is lost
        std::string what; ///< a sentence without its full stop
    };

    /// `give_up` is called, once, by the thread of the watch, when something has been lost for `patience`. Collective over `world`:
    /// each rank sends the next one a message, so that there is a connection between neighbours of different nodes.
    /// To be called after MPI was initialized, and ended before MPI ends, which closes connections; require_thread_support() says
    /// whether it may.
    RankWatch(Comm const& world, Seconds patience, std::function<void(Loss const&)> give_up);

  private:
    std::jthread thread_; // stops and joins when it is destroyed
};

} // namespace tessera
