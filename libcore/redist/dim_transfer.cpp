// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers along one dimension of the iteration space, between all source and target coordinates.
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

/// Number of segment steps that take as long as one count in closed form (measured: 2 ns per step, 150 ns to 1 us per count).
constexpr double steps_of_closed_form = 200;

/// Counts the indices that one set (the indices of one coordinate) shares with every coordinate of the partner's mapping.
class RowCounter {
  public:
    RowCounter(PeriodicSet const& set, DimMapping const& partner) : set_(set), partner_(partner) {}

    /// Adds the counts within `range`, multiplied by `times`. Both ways give the same result; the one with fewer steps is used.
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

    /// Does the same as count_by_segments, for a range that lies within the set.
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
    Index whole_periods_ = 0; // number of the partner's whole periods that lie within a run of the set
};

/// Returns a row of the factor from `mine` to `partner`. Both repeat after the joint period, so one joint period is counted and
/// scaled. The rest after the last period equals the beginning of the first.
/// `shared`: a closed form of the number of indices shared with one partner coordinate, if there is one.
template <class Shared>
std::vector<DimTransfer::Entry> shared_counts(DimMapping const& mine, Index coord, DimMapping const& partner,
                                              std::optional<Shared> const& shared) {
    PeriodicSet const set = mine.owned(coord);
    if (set.empty()) return {};
    Index const extent = mine.extent();
    Index const joint = lcm_up_to(mine.period(), partner.period(), extent);
    double const steps = std::min(detail::steps_by_runs(set, {0, joint}, partner), detail::steps_by_segments({0, joint}, partner));
    if (shared && steps > steps_of_closed_form * static_cast<double>(partner.coords())) {
        std::vector<DimTransfer::Entry> entries;
        for (Index other = 0; other < partner.coords(); ++other)
            if (Index const count = (*shared)(other); count > 0) entries.push_back({other, count});
        return entries;
    }
    RowCounter counter(set, partner);
    counter.count({0, joint}, extent / joint);
    counter.count({0, extent % joint}, 1);
    return counter.entries();
}

/// Returns nothing if a mapping is not block-cyclic.
std::optional<BlockTransfer> block_transfer(DimMapping const& source, DimMapping const& target) {
    auto const source_blocks = block_cyclic_of(source);
    if (!source_blocks) return std::nullopt;
    auto const target_blocks = block_cyclic_of(target);
    return target_blocks ? std::optional(BlockTransfer(*source_blocks, *target_blocks, source.extent())) : std::nullopt;
}

} // namespace

DimTransfer::DimTransfer(DimMapping source, DimMapping target) : source_(std::move(source)), target_(std::move(target)) {
    require(source_.extent() == target_.extent(), "DimTransfer expects two mappings of the same extent");
    blocks_ = block_transfer(source_, target_);
}

std::vector<DimTransfer::Entry> DimTransfer::row(Index source_coord) const {
    auto const shared = [&](Index target_coord) { return blocks_->shared(source_coord, target_coord); };
    return shared_counts(source_, source_coord, target_, blocks_ ? std::optional(shared) : std::nullopt);
}

std::vector<DimTransfer::Entry> DimTransfer::column(Index target_coord) const {
    auto const shared = [&](Index source_coord) { return blocks_->shared(source_coord, target_coord); };
    return shared_counts(target_, target_coord, source_, blocks_ ? std::optional(shared) : std::nullopt);
}

PeriodicSet DimTransfer::set(Index source_coord, Index target_coord) const {
    return intersection(source_.owned(source_coord), target_.owned(target_coord));
}

} // namespace tessera
