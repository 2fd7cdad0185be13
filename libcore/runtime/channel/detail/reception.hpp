// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a listener that greets all who connect side by side, and hands over those who prove the token.
#pragma once

#include "libcore/runtime/channel/detail/greeting.hpp"

#include <deque>
#include <optional>
#include <poll.h>
#include <string>
#include <vector>

namespace tessera {

/// A visitor has a few seconds for its reply. The number of visitors is bounded: if one more comes, the oldest goes.
class Reception {
  public:
    struct Guest {
        Socket socket;
        Rank number = unnumbered;
    };

    /// `listener` outlives it. `guests`: how many may come at the same time.
    Reception(Socket const& listener, std::string token, std::size_t guests);

    /// The next visitor that proves the token; nothing where the deadline passes.
    [[nodiscard]] std::optional<Guest> next(Socket::Deadline deadline);

  private:
    struct Visitor {
        Socket socket;
        Challenge challenge;
        Reply reply;
        std::size_t arrived; // bytes of the reply
        Socket::Deadline deadline;
    };

    void wait(Socket::Deadline deadline);
    void admit();
    [[nodiscard]] std::optional<Guest> take_guest();
    [[nodiscard]] bool confirm(Visitor const& visitor) const;

    Socket const& listener_;
    std::string token_;
    std::size_t most_;
    std::deque<Visitor> visitors_; // oldest first
    std::vector<pollfd> pollers_;
};

} // namespace tessera
