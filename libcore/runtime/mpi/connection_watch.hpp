// SPDX-License-Identifier: BSD-3-Clause
// Tessera: notices a network that is down, which TCP and MPI wait for.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace tessera {

/// Watches all TCP connections of this process from a thread of its own. Where a link is cut or a node is gone nobody is told:
/// Linux sends again and again for a quarter of an hour, and when it has given up, Open MPI 4 notes the error and waits on for
/// ever.
///
/// A connection is stalled while something that was sent has been sent again, and no acknowledgement of anything has come since.
/// A slow partner, one that computes or one that waits for a disk, acknowledges all the same, so that no computation is too long.
class ConnectionWatch {
  public:
    using Seconds = std::chrono::duration<double>;

    /// The addresses of a connection's two ends: which of them is cut off, neither can tell.
    struct Ends {
        std::string here;
        std::string peer;
    };

    /// `give_up` is called, once, by the thread of the watch, with the ends of a connection whose peer has not answered for
    /// `patience`. To be called after MPI was initialized; require_thread_support() says whether it may.
    ConnectionWatch(Seconds patience, std::function<void(Ends const&)> give_up);

  private:
    std::jthread thread_; // stops and joins when it is destroyed
};

} // namespace tessera
