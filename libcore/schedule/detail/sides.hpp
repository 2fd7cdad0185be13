// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the senders and the receivers of a message set, each with their own numbering.
#pragma once

#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera::detail {

/// Sender i is position senders[i], receiver j is position receivers[j]. Both ascend; a position may be in both lists.
struct Sides {
    explicit Sides(MessageSet const& messages);

    [[nodiscard]] int rounds() const; ///< max(S, R)

    static constexpr int none = -1;
    std::vector<int> senders;
    std::vector<int> receivers;
    std::vector<int> sender_of;   ///< indexed by position: number as a sender, or none
    std::vector<int> receiver_of; ///< indexed by position: number as a receiver, or none
};

} // namespace tessera::detail
