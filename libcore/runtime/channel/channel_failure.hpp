// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the other end of a channel is lost.
#pragma once

#include <stdexcept>

namespace tessera {

/// The other side left without closing the channel, died, or cannot be reached any more. Nothing can be agreed on over a channel
/// that fails; the ranks of this side that had to do with the lost ones throw it, each for itself.
class ChannelFailure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace tessera
