// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the offsets of one axis of a box on both sides of a copy, as a short list of strided segments.
#include "libcore/runtime/move/copy/axis_moves.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

namespace tessera {

AxisSide::AxisSide(Kind kind, PeriodicSet owned, Index start, Index step, Index stride)
    : kind_(kind), owned_(std::move(owned)), start_(start), step_(step), stride_(stride) {}

AxisSide AxisSide::dense(Index stride) {
    return {Kind::Dense, {}, 0, 1, stride};
}

AxisSide AxisSide::affine(Index start, Index step, Index stride) {
    return {Kind::Affine, {}, start, step, stride};
}

AxisSide AxisSide::stored(PeriodicSet owned, Index start, Index step, Index stride) {
    assert(step != 0);
    return {Kind::Stored, std::move(owned), start, step, stride};
}

AxisSide AxisSide::in_cells(Index start, Index step, Index cell, Index stride, Index cell_stride) {
    if (cell == 1) return affine(start, step, cell_stride);
    AxisSide side(Kind::InCells, {}, start, step, stride);
    side.cell_ = cell;
    side.cell_stride_ = cell_stride;
    return side;
}

/// Returns how many of index, index + step, ... (at most limit) have only owned indices between them.
Index AxisSide::neighbours(Index index, Index limit) const {
    auto const reaches = [&](Index count) {
        Index const last = index + step_ * (count - 1);
        Run const span{std::min(index, last), std::max(index, last) + 1};
        return owned_.count_in(span) == span.size();
    };
    Index good = 1;
    Index bad = 2;
    while (bad <= limit && reaches(bad)) {
        good = bad;
        bad *= 2;
    }
    bad = std::min(bad, limit + 1);
    while (bad - good > 1) {
        Index const middle = good + (bad - good) / 2;
        (reaches(middle) ? good : bad) = middle;
    }
    return good;
}

AxisSide::StridedRun AxisSide::stretch(Index k, Index ordinal, Index limit) const {
    Index const index = start_ + step_ * k;
    switch (kind_) {
    case Kind::Dense:
        return {ordinal * stride_, stride_, limit};
    case Kind::Affine:
        return {index * stride_, step_ * stride_, limit};
    case Kind::InCells:
        return stretch_in_cell(index, limit);
    case Kind::Stored:
        break;
    }
    assert(owned_.contains(index));
    return {owned_.position(index) * stride_, step_ * stride_, std::abs(step_) == 1 ? limit : neighbours(index, limit)};
}

AxisSide::StridedRun AxisSide::stretch_in_cell(Index index, Index limit) const {
    Index const within = index % cell_;
    Index const room = step_ > 0 ? cell_ - 1 - within : within;
    return {index / cell_ * cell_stride_ + within * stride_, step_ * stride_, std::min(limit, room / std::abs(step_) + 1)};
}

Index AxisSide::period(Run bounds) const {
    if (kind_ == Kind::InCells) return period_of_cells(bounds);
    if (kind_ != Kind::Stored || owned_.is_interval()) return 1;
    return std::min(bounds.size(), owned_.period() / std::gcd(owned_.period(), step_));
}

/// Returns the period of cells. Within one cell offsets have one constant step, so the period is 1.
Index AxisSide::period_of_cells(Run bounds) const {
    auto const cell_of = [&](Index k) { return (start_ + step_ * k) / cell_; };
    if (cell_of(bounds.begin) == cell_of(bounds.end - 1)) return 1;
    return std::min(bounds.size(), cell_ / std::gcd(cell_, step_));
}

namespace {

/// Extends `last` by `next` if its elements continue those of `last`. Neither may repeat. A single element fits any step.
bool extend_count(StridedCopy& last, StridedCopy const& next) {
    if (last.repeat != 1 || next.repeat != 1) return false;
    Index const from_step = last.count > 1 ? last.from_step : next.from - last.from;
    Index const to_step = last.count > 1 ? last.to_step : next.to - last.to;
    bool const follows = next.from == last.from + last.count * from_step && next.to == last.to + last.count * to_step;
    if (!follows || (next.count > 1 && (next.from_step != from_step || next.to_step != to_step))) return false;
    last.from_step = from_step;
    last.to_step = to_step;
    last.count += next.count;
    return true;
}

/// Extends `last` if `next` is one or more further repetitions of it.
bool extend_repeat(StridedCopy& last, StridedCopy const& next) {
    bool const same_shape =
        last.count == next.count && (last.count == 1 || (last.from_step == next.from_step && last.to_step == next.to_step));
    if (!same_shape) return false;
    Index const from_stride = last.repeat > 1 ? last.from_stride : next.from - last.from;
    Index const to_stride = last.repeat > 1 ? last.to_stride : next.to - last.to;
    bool const follows = next.from == last.from + last.repeat * from_stride && next.to == last.to + last.repeat * to_stride;
    if (!follows || (next.repeat > 1 && (next.from_stride != from_stride || next.to_stride != to_stride))) return false;
    last.from_stride = from_stride;
    last.to_stride = to_stride;
    last.repeat += next.repeat;
    return true;
}

/// Builds segments, as long as possible, from elements in order. It keeps only the merged segments, so its memory is theirs.
class SegmentList {
  public:
    void add(StridedCopy const& next) {
        if (open_ && extend_count(*open_, next)) return;
        close();
        open_ = next;
    }

    [[nodiscard]] std::vector<StridedCopy> take() {
        close();
        return std::move(merged_);
    }

  private:
    /// Ends the open segment. It may still be one more repetition of the segment before it.
    void close() {
        if (open_ && (merged_.empty() || !extend_repeat(merged_.back(), *open_))) merged_.push_back(*open_);
        open_.reset();
    }

    std::vector<StridedCopy> merged_;
    std::optional<StridedCopy> open_;
};

/// Walks the elements of a window and yields pieces with constant steps on both sides.
class Walk {
  public:
    Walk(PeriodicSet const& set, AxisSide const& from, AxisSide const& to) : set_(set), from_(from), to_(to) {}

    [[nodiscard]] std::vector<StridedCopy> segments(Run window) const {
        SegmentList list;
        Index ordinal = set_.count_below(window.begin);
        for (auto run = set_.run_from(window.begin); run && run->begin < window.end; run = set_.run_from(run->end)) {
            Run const inside = intersection(*run, window);
            append(list, inside, ordinal);
            ordinal += inside.size();
        }
        return list.take();
    }

    /// Returns the offsets of the element at k.
    [[nodiscard]] StridedCopy at(Index k) const {
        Index const ordinal = set_.count_below(k);
        return {from_.stretch(k, ordinal, 1).offset, to_.stretch(k, ordinal, 1).offset};
    }

  private:
    void append(SegmentList& list, Run run, Index ordinal) const {
        for (Index k = run.begin; k < run.end;) {
            AxisSide::StridedRun const from = from_.stretch(k, ordinal, run.end - k);
            AxisSide::StridedRun const to = to_.stretch(k, ordinal, run.end - k);
            Index const count = std::min(from.count, to.count);
            list.add({from.offset, to.offset, count, from.step, to.step});
            k += count;
            ordinal += count;
        }
    }

    PeriodicSet const& set_;
    AxisSide const& from_;
    AxisSide const& to_;
};

/// Merges a repeated pattern of one segment into that segment, if two loop levels are enough.
void fold(Pattern& pattern) {
    if (pattern.segments.size() != 1 || pattern.repeat == 1) return;
    StridedCopy& only = pattern.segments.front();
    bool const count_goes_on = only.repeat == 1 && pattern.from_stride == only.count * only.from_step &&
                               pattern.to_stride == only.count * only.to_step && only.count > 1;
    bool const repeat_goes_on = only.repeat > 1 && pattern.from_stride == only.repeat * only.from_stride &&
                                pattern.to_stride == only.repeat * only.to_stride;
    if (count_goes_on) {
        only.count *= pattern.repeat;
    } else if (repeat_goes_on) {
        only.repeat *= pattern.repeat;
    } else if (only.count == 1) {
        only = {only.from, only.to, pattern.repeat, pattern.from_stride, pattern.to_stride};
    } else if (only.repeat == 1) {
        only.repeat = pattern.repeat;
        only.from_stride = pattern.from_stride;
        only.to_stride = pattern.to_stride;
    } else {
        return;
    }
    pattern.repeat = 1;
}

void join(std::vector<StridedCopy>& list, std::vector<StridedCopy> const& more) {
    for (StridedCopy const& segment : more) {
        bool const joined = !list.empty() && (extend_count(list.back(), segment) || extend_repeat(list.back(), segment));
        if (!joined) list.push_back(segment);
    }
}

/// Returns head, repeating body and tail as patterns; as one list if the body does not repeat.
AxisMoves assembled(std::vector<StridedCopy> head, Pattern body, std::vector<StridedCopy> tail, Index count) {
    AxisMoves moves;
    moves.count = count;
    if (body.repeat == 1) {
        join(head, body.segments);
        join(head, tail);
        moves.patterns.push_back({std::move(head)});
        return moves;
    }
    if (!head.empty()) moves.patterns.push_back({std::move(head)});
    moves.patterns.push_back(std::move(body));
    if (!tail.empty()) moves.patterns.push_back({std::move(tail)});
    return moves;
}

Index joint_period(PeriodicSet const& set, AxisSide const& from, AxisSide const& to) {
    Run const bounds = set.bounds();
    Index const limit = bounds.size();
    Index period = set.is_interval() ? 1 : std::min(set.period(), limit);
    period = lcm_up_to(period, from.period(bounds), limit);
    return lcm_up_to(period, to.period(bounds), limit);
}

/// Returns where the periods begin: at the first element or, if a period cuts its run, at the next run.
Index first_whole_run(PeriodicSet const& set, Index period) {
    Run const bounds = set.bounds();
    bool const cut = period > 1 && period < bounds.size() && set.contains(bounds.begin + period - 1);
    if (!cut) return bounds.begin;
    auto const next = set.run_from(set.run_from(bounds.begin)->end);
    return next ? next->begin : bounds.begin;
}

} // namespace

AxisMoves moves_of(PeriodicSet const& set, AxisSide const& from, AxisSide const& to) {
    if (set.empty()) return {};
    Walk const walk(set, from, to);
    Run const bounds = set.bounds();
    Index const period = joint_period(set, from, to);
    Index const start = first_whole_run(set, period);
    Index const periods = (bounds.end - start) / period;
    if (periods < 2) return assembled({}, {walk.segments(bounds)}, {}, set.count());
    Run const window{start, start + period};
    StridedCopy const first = walk.at(window.begin);
    StridedCopy const second = walk.at(window.end);
    Pattern body{walk.segments(window), periods, second.from - first.from, second.to - first.to};
    fold(body);
    return assembled(walk.segments({bounds.begin, start}), std::move(body), walk.segments({start + periods * period, bounds.end}),
                     set.count());
}

bool is_simple(AxisMoves const& axis) {
    return axis.patterns.size() == 1 && axis.patterns[0].repeat == 1 && axis.patterns[0].segments.size() == 1 &&
           axis.patterns[0].segments[0].repeat == 1;
}

} // namespace tessera
