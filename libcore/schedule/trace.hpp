// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the measured transfers of an executed schedule.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera {

/// One executed transfer. Real ranks; times in seconds since a start common to all ranks.
struct TracedTransfer {
    int step = 0; ///< counted from 0
    Rank from = 0;
    Rank to = 0;
    Index bytes = 0;
    double start = 0;   ///< time when the sender started it
    double sent = 0;    ///< time when the sender finished it
    double arrived = 0; ///< time when the receiver had all of it
};

} // namespace tessera
