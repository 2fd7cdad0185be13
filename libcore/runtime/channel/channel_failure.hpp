// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exception for a channel whose other end is lost.
#pragma once

#include <stdexcept>

namespace tessera {

/// The other side left without closing the channel, died, or cannot be reached any more. The ranks of a side cannot agree over a
/// failed channel. Each rank of this side that depends on a lost rank throws this by itself.
class ChannelFailure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace tessera
