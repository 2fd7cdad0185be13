// SPDX-License-Identifier: BSD-3-Clause
// Tessera: access to one rank's messages for a schedule.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>

namespace tessera {

/// This rank's own messages, as ScheduleExecutor accesses them.
class MessageEnds {
  public:
    virtual ~MessageEnds() = default;
    /// Returns the packed message to a rank. It stays valid to the end of the execution. May be called several times.
    virtual std::byte const* outgoing(Rank to) = 0;
    /// Returns memory for the message from a rank, the same at each call. Called only if ScheduleExecutor::assembles() it.
    virtual std::byte* incoming(Rank from) = 0;
    /// Reports that the whole message from a rank is at `data`: at incoming(from), or elsewhere for the duration of this call.
    virtual void arrived(Rank from, std::byte const* data) = 0;
};

} // namespace tessera
