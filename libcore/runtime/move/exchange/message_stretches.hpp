// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the gapless parts of a message in the memory of one of its ends.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <vector>

namespace tessera {

/// All in bytes. One is sent from rank to rank as four numbers.
struct MessageStretch {
    Index begin = 0;  ///< in the message
    Index plan = 0;   ///< whose array it is of
    Index offset = 0; ///< in that array's allocation
    Index bytes = 0;
};

enum class MessageEnd { Sender, Receiver };

/// Those of the whole message, one behind the other. Nothing where it or they on the average are shorter than `least` (no list is
/// made then), or where elements change on arrival.
[[nodiscard]] std::vector<MessageStretch> message_stretches(PeerMessage const& message, MessageEnd end, CrossMemory least);

} // namespace tessera
