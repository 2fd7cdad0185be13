// SPDX-License-Identifier: BSD-3-Clause
// Tessera: decides whether the search for values of the same element pays.
#include "libcore/comm/index/merge_switch.hpp"

#include "libcore/base/require.hpp"

#include <algorithm>
#include <cmath>

namespace tessera {
namespace {

/// Returns the larger of the two steps. The smaller one is 10.
Index balancing_step(double share) {
    return std::llround(10 * share / (1 - share));
}

} // namespace

MergeSwitch::MergeSwitch(MergeRates const& rates, Index packet)
    : hit_step_(rates.threshold < 0.5 ? balancing_step(1 - rates.threshold) : 10),
      miss_step_(rates.threshold < 0.5 ? 10 : balancing_step(rates.threshold)),
      first_(1 + (rates.estimating - 1) * packet * miss_step_), most_(1 + (rates.most - 1) * packet * miss_step_),
      skipped_(rates.skipped), counter_(first_) {
    require(rates.threshold > 0 && rates.threshold < 1, "MergeSwitch expects a threshold between 0 and 1");
}

void MergeSwitch::packet_full() {
    if (looks_) {
        looks_ = counter_ >= 0;
        counter_ = looks_ ? std::min(counter_, most_) : skipped_;
    } else if (--counter_ <= 0) {
        looks_ = true;
        counter_ = first_;
    }
}

} // namespace tessera
