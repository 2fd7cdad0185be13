// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a sample of an algorithm's steps, whose contention represents that of all steps.
#include "libcore/network/detail/step_sample.hpp"

#include <algorithm>
#include <numeric>

namespace tessera::detail {

int golden_stride(int count) {
    int stride = std::max(1, static_cast<int>(0.6180339887 * count));
    while (std::gcd(stride, count) != 1) ++stride;
    return stride;
}

StepSample::StepSample(int steps, StepCostFunction look)
    : steps_(steps), stride_(steps > 0 ? golden_stride(steps) : 1), look_(std::move(look)) {}

Result<void> StepSample::look(int count, StepCoster& coster, Index& budget) {
    for (; known_ < std::min(count, steps_) && (budget > 0 || known_ == 0); ++known_) {
        auto const step = static_cast<int>((Index{known_} + 1) * stride_ % steps_);
        StepCost const cost = look_(step, coster);
        if (auto const lack = coster.lack(cost); !lack.empty()) return fail(lack);
        time_ += cost.time.value_or(0);
        time_alone_ += cost.time_alone.value_or(0);
        bytes_ += cost.congested_bytes();
        bytes_alone_ += static_cast<double>(cost.volume.sent_bytes);
        visits_ = cost.visits + 1;
        budget -= visits_;
    }
    return {};
}

StepSample::StepCostFunction walked(std::function<StepKind(int, std::vector<Transfer>&)> fill) {
    return [fill = std::move(fill), transfers = std::vector<Transfer>()](int step, StepCoster& coster) mutable {
        transfers.clear();
        StepKind const kind = fill(step, transfers);
        return coster.cost(transfers, kind);
    };
}

double StepSample::impact_on_time() const {
    return time_alone_ > 0 ? time_ / time_alone_ : impact_on_bytes();
}

double StepSample::impact_on_bytes() const {
    return bytes_alone_ > 0 ? bytes_ / bytes_alone_ : 1.0;
}

} // namespace tessera::detail
