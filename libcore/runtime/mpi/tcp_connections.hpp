// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the TCP connections of this process, and which of them are lost.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>

namespace tessera {

/// By the addresses of its two ends. Which of them is cut off, neither can tell.
struct LostConnection {
    bool closed = false; ///< or else stalled
    std::string here;
    std::string peer;
};

/// All of this process, whoever opened them; keepalive is switched on for those in use. Where a link is cut or a node is gone
/// nobody is told: Linux sends again and again for a quarter of an hour, and when it has given up, Open MPI 4 notes the error and
/// waits on for ever.
///
/// A connection is stalled while something that was sent has been sent again, and no acknowledgement of anything has come since.
/// Where it is idle for 3 s the kernel asks whether the other end is there. A slow partner, one that computes or one that waits for
/// a disk, answers all the same, so that no computation is too long. A connection is closed when its peer or this process closed
/// it, after more than a greeting came over it.
class TcpConnections {
  public:
    using Clock = std::chrono::steady_clock;

    /// One that has been stalled or closed for `patience`. To be called some times a second: it sees what has changed since the
    /// last call. A connection that opens and closes between two calls is overlooked.
    [[nodiscard]] std::optional<LostConnection> find_lost(Clock::duration patience);

  private:
    struct Connection {
        explicit Connection(int number) : descriptor(number) {}

        int descriptor;
        bool in_use = false;                           // more than a greeting has come
        bool forgotten = false;                        // closed before that, or no TCP
        std::optional<Clock::time_point> silent_since; // stalled, or closed
        LostConnection ends = {};
    };

    static void look_at(ino_t inode, Connection& connection, Clock::time_point now);

    std::map<ino_t, Connection> known_; // numbers of descriptors are used again
    Clock::time_point next_list_ = Clock::now();
};

} // namespace tessera
