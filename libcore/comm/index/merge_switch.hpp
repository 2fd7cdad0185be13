// SPDX-License-Identifier: BSD-3-Clause
// Tessera: decides whether the search for values of the same element pays (pC*, section 5.3 and Fig. 5.5).
#pragma once

#include "libcore/base/index.hpp"

namespace tessera {

/// The parameters of Fig. 5.5.
struct MergeRates {
    double threshold = 0.05; ///< P_t: least share of hits at which the search pays, 0 < P_t < 1
    Index estimating = 1;    ///< B_I: packets that are searched before the first decision
    Index most = 2;          ///< B_M: largest credit that hits can collect, in packets of misses
    Index skipped = 50;      ///< B_S: packets without search after a negative decision
};

/// The decision for the packets to one destination. Hits and misses change a counter in opposite directions; the steps balance at a
/// share P_t of hits. The counter is tested whenever a packet is full.
class MergeSwitch {
  public:
    /// `packet`: number of values of a full packet.
    MergeSwitch(MergeRates const& rates, Index packet);

    [[nodiscard]] bool looks() const { return looks_; }
    /// Call hit() or miss() after each search, while looks() is true.
    void hit() { counter_ += hit_step_; }
    void miss() { counter_ -= miss_step_; }
    void packet_full();

  private:
    Index hit_step_;
    Index miss_step_;
    Index first_;
    Index most_;
    Index skipped_;
    Index counter_; // while there is no search: number of packets to skip
    bool looks_ = true;
};

} // namespace tessera
