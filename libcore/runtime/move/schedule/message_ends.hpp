// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the messages of a schedule begin and end on one rank.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>

namespace tessera {

/// This rank's own messages, as a ScheduleExecutor asks for them.
class MessageEnds {
  public:
    virtual ~MessageEnds() = default;
    /// The message to a rank, packed; it stays there to the end of the run. May be asked for several times.
    virtual std::byte const* outgoing(Rank to) = 0;
    /// Room for the message from a rank. Asked for only where ScheduleExecutor::assembles() it, the same each time.
    virtual std::byte* incoming(Rank from) = 0;
    /// The whole message from a rank lies at `data`: at incoming(from), or elsewhere for the duration of this call.
    virtual void arrived(Rank from, std::byte const* data) = 0;
};

} // namespace tessera
