// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a walk over the runs of an index set.
#pragma once

#include "libcore/sets/periodic_set.hpp"

#include <span>

namespace tessera {

/// Visits the maximal runs of a set in ascending order: `for (RunWalk walk(set); !walk.done(); walk.next()) use(walk.run());`
/// next() costs O(1). seek() costs O(1) to the current run or the next one, else the logarithm of the runs of a period.
/// The set (or a copy of it) must outlive the walk.
class RunWalk {
  public:
    explicit RunWalk(PeriodicSet const& set) : RunWalk(set, set.bounds().begin) {}

    /// Starts at the first run that ends after `from`, with its begin cut to `from`.
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

    /// Moves to the first run that ends after x, with its begin cut to x. Does nothing if x is at or before the begin of the
    /// current run.
    void seek(Index x);

  private:
    /// Sets the current run from the position in the pattern. The run is empty (so done() holds) after the end of the clip.
    void show() { run_ = intersection({period_begin_ + runs_[i_].begin, period_begin_ + runs_[i_].end + stretch_}, clip_); }

    void jump(Index x);

    std::span<Run const> runs_;
    Run clip_;
    Index period_ = 1;
    Index stretch_ = 0; // extends the run of one element to the full length, if the set is an interval
    Index period_begin_ = 0;
    std::size_t i_ = 0;
    Run run_;
};

} // namespace tessera
