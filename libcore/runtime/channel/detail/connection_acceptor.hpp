// SPDX-License-Identifier: BSD-3-Clause
// Tessera: accepts and greets several connections at the same time, and returns those that prove the token.
#pragma once

#include "libcore/runtime/channel/detail/greeting.hpp"

#include <deque>
#include <optional>
#include <poll.h>
#include <string>
#include <vector>

namespace tessera {

/// Greets the callers of a listener. A visitor must reply within a few seconds. The number of visitors is limited: the oldest is
/// dropped for a new one.
class ConnectionAcceptor {
  public:
    struct AcceptedConnection {
        Socket socket;
        Rank number = unnumbered;
    };

    /// `listener` must outlive it. `guests`: expected number of guests at the same time.
    ConnectionAcceptor(Socket const& listener, std::string token, std::size_t guests);

    /// Returns the next visitor that proves the token; nothing if the deadline passes.
    [[nodiscard]] std::optional<AcceptedConnection> next(Socket::Deadline deadline);

  private:
    struct PendingConnection {
        Socket socket;
        Challenge challenge;
        Reply reply;
        std::size_t arrived; // bytes of the reply that have arrived
        Socket::Deadline deadline;
    };

    void wait(Socket::Deadline deadline);
    void admit();
    [[nodiscard]] std::optional<AcceptedConnection> take_accepted();
    [[nodiscard]] bool confirm(PendingConnection const& pending) const;

    Socket const& listener_;
    std::string token_;
    std::size_t most_;
    std::deque<PendingConnection> pending_; // oldest first
    std::vector<pollfd> pollers_;
};

} // namespace tessera
