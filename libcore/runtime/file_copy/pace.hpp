// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's share of a bandwidth that others need, too.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>

namespace tessera {

/// Holds a rank back so that it moves no more bytes in a second than it may, on average from its start. A rank that was late does
/// not catch up: what it has not used is lost, so that no second has more than a share and what moves at once, a part.
class Pace {
  public:
    /// `bytes_per_second` of this rank alone; 0: it is never held back. `stop`: asked while it waits; yes ends the wait.
    Pace(double bytes_per_second, std::function<bool()> stop);

    void start();            ///< nothing has moved before now
    void spend(Index bytes); ///< these have moved: waits until they are allowed

  private:
    double rate_;
    std::function<bool()> stop_;
    double due_ = 0; // when the next bytes are allowed, in seconds of seconds_now()
};

} // namespace tessera
