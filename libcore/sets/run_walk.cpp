// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a walk over the runs of an index set.
#include "libcore/sets/run_walk.hpp"

#include <algorithm>

namespace tessera {

RunWalk::RunWalk(PeriodicSet const& set, Index from)
    : runs_(set.runs()), clip_(set.bounds()), period_(set.period()), period_begin_(set.origin()) {
    if (set.is_interval()) {
        period_ = clip_.size();
        stretch_ = clip_.size() - 1;
    }
    if (from < clip_.end && !set.empty()) jump(std::max(from, clip_.begin));
}

void RunWalk::jump(Index x) {
    Index const phase = (x - period_begin_) % period_;
    period_begin_ = x - phase;
    auto const found = std::ranges::upper_bound(runs_, phase, {}, [this](Run run) { return run.end + stretch_; });
    i_ = as_size(found - runs_.begin());
    if (found == runs_.end()) {
        i_ = 0;
        period_begin_ += period_;
    }
    show();
    run_.begin = std::max(run_.begin, x);
}

void RunWalk::seek(Index x) {
    if (done() || x <= run_.begin) return;
    if (x >= run_.end) next();
    if (done() || x <= run_.begin) return;
    if (x < run_.end)
        run_.begin = x;
    else if (x < clip_.end)
        jump(x);
    else
        run_ = {};
}

} // namespace tessera
