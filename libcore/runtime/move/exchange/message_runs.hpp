// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the contiguous runs of a message in the sender's or receiver's arrays.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <vector>

namespace tessera {

/// A contiguous run of a message, in bytes. It is sent between ranks as four numbers.
struct MessageRun {
    Index begin = 0;  ///< offset in the message
    Index plan = 0;   ///< number of the plan, which determines the array
    Index offset = 0; ///< offset in that array's allocation
    Index bytes = 0;
};

enum class MessageEnd { Sender, Receiver };

/// Returns the runs of the whole message, in its order. Empty if the message or its average run is shorter than `least` (then
/// no list is built), or if elements are updated on arrival.
[[nodiscard]] std::vector<MessageRun> message_runs(PeerMessage const& message, MessageEnd end, CrossMemory least);

} // namespace tessera
