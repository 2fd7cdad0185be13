// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the TCP connections of this process, and which of them are lost.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>

namespace tessera {

/// A lost connection, named by the addresses of its two ends. Neither end can tell which of them is cut off.
struct LostConnection {
    bool closed = false; ///< true: closed; false: stalled
    std::string here;
    std::string peer;
};

/// Watches all TCP connections of this process, including those that libraries open, and switches on keepalive for those in
/// use. If a link is cut or a node is gone, no process is told. Linux retransmits for a quarter of an hour; then Open MPI 4
/// notes the error and waits forever.
///
/// A connection is stalled if data was retransmitted and no acknowledgement has come since. After 3 s without traffic the
/// kernel asks whether the other end is there. A slow partner, one that computes or waits for a disk, still answers, so a
/// computation may take any time. A connection is closed if its peer or this process closed it after more than a greeting came
/// over it.
class TcpConnections {
  public:
    using Clock = std::chrono::steady_clock;

    /// Returns a connection that has been stalled or closed for `timeout`. Call it several times a second: it sees only
    /// changes since the last call. It misses a connection that opens and closes between two calls.
    [[nodiscard]] std::optional<LostConnection> find_lost(Clock::duration timeout);

  private:
    struct Connection {
        explicit Connection(int number) : descriptor(number) {}

        int descriptor;
        bool in_use = false;                           // more than a greeting has come or gone
        bool forgotten = false;                        // closed before it was in use, or no TCP connection
        std::optional<Clock::time_point> silent_since; // start of the stall, or the time it closed
        LostConnection ends = {};
    };

    static void look_at(ino_t inode, Connection& connection, Clock::time_point now);

    std::map<ino_t, Connection> known_; // by inode, because the system reuses descriptor numbers
    Clock::time_point next_list_ = Clock::now();
};

} // namespace tessera
