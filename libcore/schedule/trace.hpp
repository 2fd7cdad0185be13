// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what happened when a schedule was run.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera {

/// One transfer as it happened. Real ranks; times in seconds since a start common to all ranks.
struct TracedTransfer {
    int step = 0; ///< from 0
    Rank from = 0;
    Rank to = 0;
    Index bytes = 0;
    double start = 0;   ///< when the sender began with it
    double sent = 0;    ///< when the sender was done with it
    double arrived = 0; ///< when the receiver had all of it
};

} // namespace tessera
