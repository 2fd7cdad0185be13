// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which coordinate of a processor dimension owns each index of one dimension.
#include "libcore/mapping/dim_mapping.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/mapping/division.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <numeric>
#include <span>

namespace tessera {

/// The owners of one period: a formula, or a list of segments by index and by coordinate. Build a list by append() in ascending
/// order, then close() once.
struct DimMapping::Table {
    std::shared_ptr<BorderFormula const> formula; // null: the list
    std::vector<Index> starts;                    // start of each segment, ascending from 0; close() appends the period
    std::vector<Index> owners;                    // owner of each segment; adjacent ones differ
    std::vector<std::size_t> first;               // coordinate c owns runs[first[c]] .. runs[first[c + 1]); ends at the last owner
    std::vector<Run> runs;                        // the segments again, sorted by coordinate, then by index
    std::vector<Index> before; // before[j]: number of indices that the owner of runs[j] owns in the period before runs[j]

    void append(Index start, Index owner) {
        if (!owners.empty() && owners.back() == owner) return;
        starts.push_back(start);
        owners.push_back(owner);
    }

    void close(Index period) {
        if (formula) return;
        starts.push_back(period);
        Index const highest = owners.empty() ? -1 : std::ranges::max(owners);
        first.assign(as_size(highest + 2), 0);
        for (Index const owner : owners) ++first[as_size(owner) + 1];
        std::partial_sum(first.begin(), first.end(), first.begin());
        runs.resize(owners.size());
        before.resize(owners.size());
        auto next = first;
        for (std::size_t i = 0; i < owners.size(); ++i) {
            auto const owner = as_size(owners[i]);
            auto const j = next[owner]++;
            runs[j] = {starts[i], starts[i + 1]};
            before[j] = j == first[owner] ? 0 : before[j - 1] + runs[j - 1].size();
        }
    }

    [[nodiscard]] Index segments() const { return formula ? formula->owners() : std::ssize(owners); }
    [[nodiscard]] Index owner(Index x) const { return formula ? formula->owner(x) : owners[number_of(x)]; } // 0 <= x < period
    [[nodiscard]] Segment segment_at(Index x) const {                                                       // 0 <= x < period
        if (formula) {
            Index const owner = formula->owner(x);
            return {block(owner), owner};
        }
        auto const i = number_of(x);
        return {{starts[i], starts[i + 1]}, owners[i]};
    }

    [[nodiscard]] std::vector<Run> runs_of(Index coord) const {
        if (!formula) return {listed(coord).begin(), listed(coord).end()};
        Run const own = block(coord);
        return own.empty() ? std::vector<Run>{} : std::vector{own};
    }

    /// Returns the number of indices in [0, x) that the coordinate owns. Precondition: 0 <= x <= period.
    [[nodiscard]] Index count_below(Index coord, Index x) const {
        if (formula) {
            Run const own = block(coord);
            return std::clamp<Index>(x - own.begin, 0, own.size());
        }
        auto const own = listed(coord);
        auto const behind = std::ranges::lower_bound(own, x, {}, &Run::begin);
        if (behind == own.begin()) return 0;
        auto const j = first[as_size(coord)] + as_size(behind - own.begin()) - 1;
        return before[j] + std::min(x, runs[j].end) - runs[j].begin;
    }

  private:
    [[nodiscard]] Run block(Index coord) const { return {formula->begin(coord), formula->begin(coord + 1)}; }
    [[nodiscard]] std::size_t number_of(Index x) const { return as_size(std::ranges::upper_bound(starts, x) - starts.begin()) - 1; }
    [[nodiscard]] std::span<Run const> listed(Index coord) const {
        auto const c = as_size(coord);
        return c + 1 < first.size() ? std::span(runs).subspan(first[c], first[c + 1] - first[c]) : std::span<Run const>{};
    }
};

namespace {

/// A jump from x in constant steps: the number of steps until x leaves the segment, and the index it reaches, modulo the period.
struct Jump {
    Index steps = 0;
    Index landing = 0;
};

// The order of the sums avoids overflow, even if periods and steps are close to 2^63.
Jump jump_up(Run segment, Index x, Index step, Index period) {
    Index const left = segment.end - x;
    Index const beyond = floor_mod(-left, step);
    Index const room = period - segment.end;
    return {ceil_div(left, step), beyond < room ? segment.end + beyond : beyond - room};
}

Jump jump_down(Run segment, Index x, Index step, Index period) {
    Index const left = x - segment.begin;
    Index const beyond = step - left % step;
    return {left / step + 1, beyond <= segment.begin ? segment.begin - beyond : period - (beyond - segment.begin)};
}

/// The borders of another formula, each index stretched to `factor` ones.
class StretchedBorders final : public BorderFormula {
  public:
    StretchedBorders(std::shared_ptr<BorderFormula const> borders, Index factor) : borders_(std::move(borders)), factor_(factor) {}
    [[nodiscard]] Index begin(Index coord) const override { return borders_->begin(coord) * factor_; }
    [[nodiscard]] Index owner(Index index) const override { return borders_->owner(index / factor_); }
    [[nodiscard]] Index owners() const override { return borders_->owners(); }

  private:
    std::shared_ptr<BorderFormula const> borders_;
    Index factor_;
};

/// Returns the step of the smallest size that visits the same indices modulo the period in the same order.
Index reduced_step(Index step, Index period) {
    Index const up = floor_mod(step, period);
    return up > period / 2 ? up - period : up;
}

} // namespace

DimMapping::DimMapping(Table table, Index period, Index extent, Index coords)
    : extent_(extent), coords_(coords), period_(table.segments() > 1 ? period : std::max<Index>(extent, 1)) {
    assert(extent_ >= 0 && coords_ >= 1 && period_ >= 1 && period_ <= std::max<Index>(extent_, 1));
    table.close(period_);
    table_ = std::make_shared<Table const>(std::move(table));
}

DimMapping DimMapping::whole(Index extent) {
    Table table;
    if (extent > 0) table.append(0, 0);
    return {std::move(table), extent, extent, 1};
}

Result<DimMapping> DimMapping::distributed(DistFormat const& format, Index extent, Index coords) {
    require(extent >= 0 && coords >= 1, "DimMapping::distributed expects an extent of 0 or more and 1 coordinate or more");
    require(format.is_distributed(), "DimMapping::distributed expects a format that distributes: use DimMapping::whole");
    auto division = TRY(format.divide(extent, coords));
    Table table;
    table.formula = std::move(division.formula);
    for (auto const [start, owner] : division.segments) table.append(start, owner);
    return DimMapping(std::move(table), division.period, extent, coords);
}

DimMapping DimMapping::preimage(Index start, Index step, Index count) const {
    require(step != 0 && count >= 0, "DimMapping::preimage expects a step other than 0 and a count of 0 or more");
    if (start == 0 && step == 1 && count == extent_) return *this;
    bool const repeats = period_ < extent_;
    if (repeats) step = reduced_step(step, period_);
    if (count == 1) step = 0; // a single index uses no step
    Index const period = repeats ? std::min(count, period_ / std::gcd(period_, step)) : count;

    Table table;
    Index x = repeats ? start % period_ : start;
    for (Index k = 0; k < period;) {
        assert(0 <= x && x < period_);
        auto const [segment, owner] = table_->segment_at(x);
        table.append(k, owner);
        if (step == 0) break; // the owner never changes
        Jump const jump = step > 0 ? jump_up(segment, x, step, period_) : jump_down(segment, x, -step, period_);
        k += std::min(jump.steps, period - k);
        x = jump.landing;
    }
    return {std::move(table), period, count, coords_};
}

DimMapping DimMapping::grouped(std::span<Index const> group, Index groups) const {
    require(std::ssize(group) == coords_, "DimMapping::grouped expects a group for each coordinate");
    Table table;
    for (Index x = 0; table_->segments() > 0 && x < period_;) {
        auto const [segment, owner] = table_->segment_at(x);
        table.append(x, group[as_size(owner)]);
        x = segment.end;
    }
    return {std::move(table), period_, extent_, groups};
}

DimMapping DimMapping::stretched(Index factor) const {
    Table table;
    if (table_->formula && table_->segments() > 1) {
        table.formula = std::make_shared<StretchedBorders>(table_->formula, factor);
    } else {
        for (Index x = 0; x < period_;) {
            auto const [segment, owner] = table_->segment_at(x);
            table.append(segment.begin * factor, owner);
            x = segment.end;
        }
    }
    return {std::move(table), period_ * factor, extent_ * factor, coords_};
}

Result<DimMapping> DimMapping::product(DimMapping const& fast, DimMapping const& slow) {
    Index const coords = fast.coords_ * slow.coords_;
    if (fast.extent_ == 0 || slow.extent_ == 0) return DimMapping({}, 0, 0, coords);
    if (fast.coords_ == 1) return slow.stretched(fast.extent_);
    bool const same_rows = slow.segments_per_period() == 1;
    bool const short_rows = same_rows && fast.extent_ % fast.period_ == 0;
    if (short_rows && slow.coords_ == 1 && fast.segments_per_period() > 1) {
        DimMapping repeated = fast;
        repeated.extent_ = fast.extent_ * slow.extent_;
        return repeated;
    }
    bool const one_owner = fast.segments_per_period() == 1;
    Index const row = short_rows ? fast.period_ : fast.extent_;
    Index const rows = same_rows ? 1 : slow.period_;
    Index const in_row = saturated_mul(ceil_div(row, fast.period_), fast.segments_per_period());
    Index const listed = one_owner ? slow.segments_per_period() : saturated_mul(rows, in_row);
    if (listed > most_listed)
        return fail(fmt::format("{} runs of one owner follow each other, more than {}; distribute fewer of the dimensions, or make "
                                "the blocks of the faster ones longer",
                                tessera::grouped(listed), tessera::grouped(most_listed)));
    Table table;
    for (Index j = 0; j < rows;) {
        auto const [segment, owner] = slow.segment_at(j);
        Index const end = std::min(segment.end, rows);
        for (; j < end; j = one_owner ? end : j + 1) // one owner: all rows of the segment are one run
            for (Index i = 0; i < row;) {
                auto const part = fast.segment_at(i);
                table.append(j * fast.extent_ + i, part.owner + fast.coords_ * owner);
                i = part.run.end;
            }
    }
    return DimMapping(std::move(table), rows * row, fast.extent_ * slow.extent_, coords);
}

Index DimMapping::segments_per_period() const {
    return table_->segments();
}

Index DimMapping::owner(Index index) const {
    require(0 <= index && index < extent_, "DimMapping: the index lies outside of the dimension");
    return table_->owner(index % period_);
}

DimMapping::Segment DimMapping::segment_at(Index index) const {
    require(0 <= index && index < extent_, "DimMapping: the index lies outside of the dimension");
    Index const within = index % period_;
    Index const base = index - within;
    auto const [segment, owner] = table_->segment_at(within);
    return {{base + segment.begin, base + std::min(segment.end, extent_ - base)}, owner};
}

PeriodicSet DimMapping::owned(Index coord) const {
    require(0 <= coord && coord < coords_, "DimMapping: the dimension has no such coordinate");
    return PeriodicSet::periodic(0, period_, table_->runs_of(coord), {0, extent_});
}

Index DimMapping::count(Index coord) const {
    require(0 <= coord && coord < coords_, "DimMapping: the dimension has no such coordinate");
    return extent_ / period_ * table_->count_below(coord, period_) + table_->count_below(coord, extent_ % period_);
}

bool operator==(DimMapping const& a, DimMapping const& b) {
    if (a.extent_ != b.extent_ || a.coords_ != b.coords_) return false;
    if (a.table_ == b.table_ && a.period_ == b.period_) return true;
    // Two periodic sequences that agree on [0, period a + period b) agree everywhere (Fine and Wilf).
    Index const end = a.period_ < a.extent_ - b.period_ ? a.period_ + b.period_ : a.extent_;
    for (Index x = 0; x < end;) {
        auto const in_a = a.segment_at(x);
        auto const in_b = b.segment_at(x);
        if (in_a.owner != in_b.owner) return false;
        x = std::min(in_a.run.end, in_b.run.end);
    }
    return true;
}

} // namespace tessera
