// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a walk over the runs of an index set.
#pragma once

#include "libcore/sets/periodic_set.hpp"

#include <span>

namespace tessera {

/// Visits the maximal runs of a set in ascending order: `for (RunWalk walk(set); !walk.done(); walk.next()) use(walk.run());`
/// next() costs O(1); seek() O(1) to the run at hand or the one behind it, else the logarithm of the runs of a period.
/// The set (or a copy of it) must outlive the walk.
class RunWalk {
  public:
    explicit RunWalk(PeriodicSet const& set) : RunWalk(set, set.bounds().begin) {}

    /// Begins with the first run that ends behind `from`, its begin cut to `from`.
    RunWalk(PeriodicSet const& set, Index from);

    [[nodiscard]] bool done() const { return run_.empty(); }
    [[nodiscard]] Run run() const { return run_; } ///< precondition: not done

    void next() { // precondition: not done
        if (++i_ == runs_.size()) {
            i_ = 0;
            period_begin_ += period_;
        }
        show();
    }

    /// To the first run that ends behind x, its begin cut to x; nowhere, where x is not behind the begin of the run at hand.
    void seek(Index x);

  private:
    /// The run at hand from the place in the pattern; empty (and so done) behind the clip.
    void show() { run_ = intersection({period_begin_ + runs_[i_].begin, period_begin_ + runs_[i_].end + stretch_}, clip_); }

    void jump(Index x);

    std::span<Run const> runs_;
    Run clip_;
    Index period_ = 1;
    Index stretch_ = 0; // an interval's runs of one element are taken as one run of its length
    Index period_begin_ = 0;
    std::size_t i_ = 0;
    Run run_;
};

} // namespace tessera
