// SPDX-License-Identifier: BSD-3-Clause
// Tessera: notices that a network is down or a partner is gone, which TCP and MPI do not tell.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace tessera {

/// Watches all TCP connections of this process from a thread of its own. Where a link is cut or a node is gone nobody is told:
/// Linux sends again and again for a quarter of an hour, and when it has given up, Open MPI 4 notes the error and waits on for
/// ever. Where a rank dies, Open MPI closes the connection and waits on, too, until a launcher ends the job; not all do.
///
/// A connection is stalled while something that was sent has been sent again, and no acknowledgement of anything has come since.
/// A slow partner, one that computes or one that waits for a disk, acknowledges all the same, so that no computation is too long.
/// A connection is closed when its peer or this process closed it, after more than a greeting came over it.
class ConnectionWatch {
  public:
    using Seconds = std::chrono::duration<double>;

    enum class Fault { Stalled, Closed };

    /// A connection that has been lost, by the addresses of its two ends. Which of them is cut off, neither can tell.
    struct Loss {
        Fault fault = Fault::Stalled;
        std::string here;
        std::string peer;
    };

    /// `give_up` is called, once, by the thread of the watch, with a connection that has been stalled or closed for `patience`. A
    /// connection that is not two seconds old may be overlooked when it closes. To be called after MPI was initialized, and ended
    /// before MPI ends, which closes connections; require_thread_support() says whether it may.
    ConnectionWatch(Seconds patience, std::function<void(Loss const&)> give_up);

  private:
    std::jthread thread_; // stops and joins when it is destroyed
};

} // namespace tessera
