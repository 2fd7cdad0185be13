// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves along one dimension of the iteration space, between every source and every target coordinate.
#include "libcore/redist/dim_transfer.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/redist/detail/row_steps.hpp"
#include "libcore/redist/detail/tally.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Counts what one set (the indices of one coordinate) shares with every coordinate of the partner's mapping.
class RowCounter {
  public:
    RowCounter(PeriodicSet const& set, DimMapping const& partner) : set_(set), partner_(partner) {}

    /// Adds what they share within `range`, `times` over. Both ways give the same; the one with fewer steps is taken.
    void count(Run range, Index times) {
        range = intersection(range, set_.bounds());
        if (range.empty()) return;
        if (detail::steps_by_runs(set_, range, partner_) <= detail::steps_by_segments(range, partner_))
            count_by_runs(range, times);
        else
            count_by_segments(range, times);
    }

    [[nodiscard]] std::vector<DimTransfer::Entry> entries() {
        if (whole_periods_ > 0) count_segments({0, partner_.period()}, whole_periods_);
        whole_periods_ = 0;
        return tally_.take();
    }

  private:
    void count_by_runs(Run range, Index times) {
        for (RunWalk walk(set_, range.begin); !walk.done() && walk.run().begin < range.end; walk.next()) {
            Run rest = intersection(walk.run(), range);
            Index const whole = rest.size() / partner_.period();
            whole_periods_ += whole * times;
            rest.begin += whole * partner_.period();
            count_segments(rest, times);
        }
    }

    void count_by_segments(Run range, Index times) {
        for (Index x = range.begin; x < range.end;) {
            auto const [run, owner] = partner_.segment_at(x);
            Run const part = intersection(run, {x, range.end});
            tally_.add(owner, set_.count_in(part) * times);
            x = part.end;
        }
    }

    /// As count_by_segments, for a range that lies within the set.
    void count_segments(Run range, Index times) {
        for (Index x = range.begin; x < range.end;) {
            auto const [run, owner] = partner_.segment_at(x);
            Index const end = std::min(run.end, range.end);
            tally_.add(owner, (end - x) * times);
            x = end;
        }
    }

    PeriodicSet const& set_;
    DimMapping const& partner_;
    detail::Tally tally_;
    Index whole_periods_ = 0; // of the partner, that lie within a run of the set
};

/// A row of the factor from `mine` to `partner`. Both repeat after the joint period: one of them is counted and scaled,
/// and what is left behind the last looks like the beginning of the first.
std::vector<DimTransfer::Entry> shared_counts(DimMapping const& mine, Index coord, DimMapping const& partner) {
    PeriodicSet const set = mine.owned(coord);
    if (set.empty()) return {};
    Index const extent = mine.extent();
    Index const joint = lcm_up_to(mine.period(), partner.period(), extent);
    RowCounter counter(set, partner);
    counter.count({0, joint}, extent / joint);
    counter.count({0, extent % joint}, 1);
    return counter.entries();
}

} // namespace

DimTransfer::DimTransfer(DimMapping source, DimMapping target) : source_(std::move(source)), target_(std::move(target)) {
    require(source_.extent() == target_.extent(), "DimTransfer expects two mappings of the same extent");
}

std::vector<DimTransfer::Entry> DimTransfer::row(Index source_coord) const {
    return shared_counts(source_, source_coord, target_);
}

std::vector<DimTransfer::Entry> DimTransfer::column(Index target_coord) const {
    return shared_counts(target_, target_coord, source_);
}

PeriodicSet DimTransfer::set(Index source_coord, Index target_coord) const {
    return intersection(source_.owned(source_coord), target_.owned(target_coord));
}

} // namespace tessera
