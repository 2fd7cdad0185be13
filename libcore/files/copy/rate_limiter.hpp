// SPDX-License-Identifier: BSD-3-Clause
// Tessera: limits the bandwidth of one rank.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>

namespace tessera {

/// Delays a rank so that it moves at most a given number of bytes per second. Unused bandwidth is lost: a rank that was late does
/// not catch up. So no second has more than the rank's share plus what moves at once, a part.
class RateLimiter {
  public:
    /// `bytes_per_second`: of this rank alone; 0: no limit. `stop`: called while it waits; true ends the wait.
    RateLimiter(double bytes_per_second, std::function<bool()> stop);

    void start();            ///< starts the clock; nothing has moved before now
    void spend(Index bytes); ///< reports moved bytes and waits until they are allowed

  private:
    double rate_;
    std::function<bool()> stop_;
    double due_ = 0; // time when the next bytes are allowed, in seconds of seconds_now()
};

} // namespace tessera
