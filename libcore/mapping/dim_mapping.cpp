// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which coordinate of a processor dimension owns each index of one dimension.
#include "libcore/mapping/dim_mapping.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <numeric>
#include <span>

namespace tessera {

/// The segments of one period, by index and by coordinate. Call append() in ascending order, then close() once.
struct DimMapping::Table {
    std::vector<Index> starts;      // start of each segment, ascending from 0; close() appends the period
    std::vector<Index> owners;      // owner of each segment; adjacent ones differ
    std::vector<std::size_t> first; // coordinate c owns runs[first[c]] .. runs[first[c + 1]); ends at the last owner
    std::vector<Run> runs;          // the segments again, sorted by coordinate, then by index
    std::vector<Index> before;      // before[j]: number of indices that the owner of runs[j] owns in the period before runs[j]

    void append(Index start, Index owner) {
        if (!owners.empty() && owners.back() == owner) return;
        starts.push_back(start);
        owners.push_back(owner);
    }

    void close(Index period) {
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
            runs[j] = segment(i);
            before[j] = j == first[owner] ? 0 : before[j - 1] + runs[j - 1].size();
        }
    }

    [[nodiscard]] std::size_t segment_of(Index x) const { // 0 <= x < period
        return as_size(std::ranges::upper_bound(starts, x) - starts.begin()) - 1;
    }
    [[nodiscard]] Run segment(std::size_t i) const { return {starts[i], starts[i + 1]}; }

    [[nodiscard]] std::span<Run const> runs_of(Index coord) const {
        auto const c = as_size(coord);
        return c + 1 < first.size() ? std::span(runs).subspan(first[c], first[c + 1] - first[c]) : std::span<Run const>{};
    }

    /// Returns the number of indices in [0, x) that the coordinate owns. Precondition: 0 <= x <= period.
    [[nodiscard]] Index count_below(Index coord, Index x) const {
        auto const own = runs_of(coord);
        auto const behind = std::ranges::lower_bound(own, x, {}, &Run::begin);
        if (behind == own.begin()) return 0;
        auto const j = first[as_size(coord)] + as_size(behind - own.begin()) - 1;
        return before[j] + std::min(x, runs[j].end) - runs[j].begin;
    }
};

namespace {

Result<Index> block_size(DistFormat const& format, Index extent, Index coords) {
    bool const block = format.kind == DistFormat::Kind::Block;
    Index const standard = block ? std::max<Index>(ceil_div(extent, coords), 1) : 1;
    Index const size = format.size.value_or(standard);
    if (size < 1) return fail(fmt::format("{}({}): the block size must be 1 or more", block ? "block" : "cyclic", size));
    if (block && ceil_div(extent, size) > coords)
        return fail(fmt::format("block({}) on {} covers {} of {} indices; use block({}) or larger, or cyclic({})", size,
                                counted(coords, "processor"), size * coords, extent, standard, size),
                    std::nullopt, {fmt::format("block({})", standard), fmt::format("cyclic({})", size)});
    return size;
}

Result<void> check_gen_block(std::vector<Index> const& sizes, Index extent, Index coords) {
    if (std::ssize(sizes) != coords)
        return fail(fmt::format("gen_block: the number of sizes is {}, but there are {} processors; give one size per processor",
                                sizes.size(), coords));
    Index left = extent;
    for (std::size_t c = 0; c < sizes.size(); ++c) {
        if (sizes[c] < 0) return fail(fmt::format("gen_block: size {} is {}; sizes must be 0 or more", c + 1, sizes[c]));
        if (sizes[c] > left)
            return fail(
                fmt::format("gen_block: the first {} sizes exceed the {} indices of the dimension; the sizes must sum to {}", c + 1,
                            extent, extent));
        left -= sizes[c];
    }
    if (left > 0)
        return fail(fmt::format("gen_block: the sizes sum to {}, but the dimension has {} indices; they must be equal",
                                extent - left, extent));
    return {};
}

Result<void> check_indirect(std::vector<Index> const& owners, Index extent, Index coords) {
    if (std::ssize(owners) != extent)
        return fail(fmt::format("indirect: the number of owners is {}, but the dimension has {} indices; give one owner per index",
                                owners.size(), extent));
    auto const outside = std::ranges::find_if(owners, [=](Index owner) { return owner < 0 || owner >= coords; });
    if (outside != owners.end())
        return fail(fmt::format("indirect: owner {} is coordinate {}; coordinates here are 0 to {}, counted from 0",
                                outside - owners.begin() + 1, *outside, coords - 1));
    return {};
}

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

/// Returns the step of the smallest size that visits the same indices modulo the period in the same order.
Index reduced_step(Index step, Index period) {
    Index const up = floor_mod(step, period);
    return up > period / 2 ? up - period : up;
}

} // namespace

DimMapping::DimMapping(Table table, Index period, Index extent, Index coords)
    : extent_(extent), coords_(coords), period_(table.owners.size() > 1 ? period : std::max<Index>(extent, 1)) {
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
    using Kind = DistFormat::Kind;
    require(extent >= 0 && coords >= 1, "DimMapping::distributed expects an extent of 0 or more and 1 coordinate or more");
    require(format.kind != Kind::Collapsed, "DimMapping::distributed expects a format that distributes: use DimMapping::whole");
    Table table;
    Index period = extent;
    if (format.kind == Kind::GenBlock) {
        if (auto const ok = check_gen_block(format.values, extent, coords); !ok) return forward_error(ok);
        Index start = 0;
        for (Index c = 0; c < coords; start += format.values[as_size(c++)])
            if (format.values[as_size(c)] > 0) table.append(start, c);
    } else if (format.kind == Kind::Indirect) {
        if (auto const ok = check_indirect(format.values, extent, coords); !ok) return forward_error(ok);
        for (Index i = 0; i < extent; ++i) table.append(i, format.values[as_size(i)]);
    } else {
        auto const size = block_size(format, extent, coords);
        if (!size) return forward_error(size);
        period = std::min(checked_mul(*size, coords).value_or(extent), extent);
        for (Index c = 0, blocks = ceil_div(period, *size); c < blocks; ++c) table.append(c * *size, c);
    }
    return DimMapping(std::move(table), period, extent, coords);
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
        auto const i = table_->segment_of(x);
        table.append(k, table_->owners[i]);
        if (step == 0) break; // the owner never changes
        Run const segment = table_->segment(i);
        Jump const jump = step > 0 ? jump_up(segment, x, step, period_) : jump_down(segment, x, -step, period_);
        k += std::min(jump.steps, period - k);
        x = jump.landing;
    }
    return {std::move(table), period, count, coords_};
}

DimMapping DimMapping::grouped(std::span<Index const> group, Index groups) const {
    require(std::ssize(group) == coords_, "DimMapping::grouped expects a group for each coordinate");
    Table table;
    for (std::size_t i = 0; i < table_->owners.size(); ++i) table.append(table_->starts[i], group[as_size(table_->owners[i])]);
    return {std::move(table), period_, extent_, groups};
}

Index DimMapping::segments_per_period() const {
    return std::ssize(table_->owners);
}

Index DimMapping::owner(Index index) const {
    require(0 <= index && index < extent_, "DimMapping: the index lies outside of the dimension");
    return table_->owners[table_->segment_of(index % period_)];
}

DimMapping::Segment DimMapping::segment_at(Index index) const {
    require(0 <= index && index < extent_, "DimMapping: the index lies outside of the dimension");
    Index const within = index % period_;
    Index const base = index - within;
    auto const i = table_->segment_of(within);
    Run const segment = table_->segment(i);
    return {{base + segment.begin, base + std::min(segment.end, extent_ - base)}, table_->owners[i]};
}

PeriodicSet DimMapping::owned(Index coord) const {
    require(0 <= coord && coord < coords_, "DimMapping: the dimension has no such coordinate");
    auto const runs = table_->runs_of(coord);
    return PeriodicSet::periodic(0, period_, {runs.begin(), runs.end()}, {0, extent_});
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
