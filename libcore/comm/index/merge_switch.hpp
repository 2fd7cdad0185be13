// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether it pays to look for values that are for one element (pC*, section 5.3 and Fig. 5.5).
#pragma once

#include "libcore/base/index.hpp"

namespace tessera {

/// The parameters of Fig. 5.5.
struct MergeRates {
    double threshold = 0.05; ///< P_t: the share of hits from which on looking pays, 0 < P_t < 1
    Index estimating = 1;    ///< B_I: packets that are looked through before a first judgement
    Index most = 2;          ///< B_M: packets that good times may make up for
    Index skipped = 50;      ///< B_S: packets that are not looked through, where it does not pay
};

/// Of the packets to one destination. Hits and misses move a counter by steps that balance where hits have the share P_t; it is
/// judged whenever a packet is full.
class MergeSwitch {
  public:
    /// `packet`: values of a full one.
    MergeSwitch(MergeRates const& rates, Index packet);

    [[nodiscard]] bool looks() const { return looks_; }
    /// While it looks: one was found, or none.
    void hit() { counter_ += hit_step_; }
    void miss() { counter_ -= miss_step_; }
    void packet_full();

  private:
    Index hit_step_;
    Index miss_step_;
    Index first_;
    Index most_;
    Index skipped_;
    Index counter_; // while it does not look: packets to be skipped
    bool looks_ = true;
};

} // namespace tessera
