// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the search for the shape of the parts of a copy.
#include "libcore/io/detail/part_search.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/sort_unique.hpp"
#include "libcore/io/copy_tiles.hpp"
#include "libcore/io/copy_units.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

constexpr Index most_staging = Index{1} << 20; // more than fits caches gives no gain
constexpr Index most_shapes = 100'000;         // limit of the shapes to try
constexpr double enough = 1.05; // a plan that costs up to this factor more but needs less memory is better, because caches hold it

/// Returns the cost of a plan with its memory. The system clears memory before its first use; beyond the caches this takes time.
double weighed(double cost, Index memory) {
    constexpr double clearing = 0.4; // of moving a byte of a file
    constexpr Index cached = Index{16} << 20;
    return cost + clearing * static_cast<double>(std::max<Index>(0, memory - cached));
}

/// Returns the size of the buffer between file and part. For filtered chunks, at least the bytes that are decoded at a time.
Index staging_for(StoredShape const& file, CopyTask const& task) {
    Index const unit = file.whole_chunks ? decoded_at_a_time(file, task.element_bytes) : task.element_bytes;
    return std::max(unit, std::min(most_staging, task.memory / 8));
}

/// Returns the memory to read parts of `part` bytes from a file. Filters need memory for their input and their output.
Index memory_to_read(StoredShape const& file, CopyTask const& task, Index part) {
    Index const decoding = file.whole_chunks ? memory_to_decode(file, task.element_bytes) : 0;
    return part + staging_for(file, task) + decoding + copy_overhead;
}

} // namespace

PartSearch::PartSearch(CopyTask const& task, Access access)
    : task_(task), access_(access), staging_(staging_for(task.source, task)), demand_(task) {}

/// Returns the memory to copy, and to read the copy again.
Index PartSearch::memory_for(CopyPlan const& plan) const {
    Index const threads = (plan.threads - 1) * memory_of_thread(task_);
    Index bytes = memory_to_read(task_.source, task_, plan.part_bytes) + plan.gathering + threads;
    if (plan.access == Access::TwoPhase) bytes += plan.piece_bytes + plan.share_bytes + received_bytes(plan);
    bytes += memory_to_encode(task_, plan.part_bytes);
    return std::max(bytes, memory_to_read(task_.target, task_, plan.part_bytes) + threads);
}

Index PartSearch::step(std::size_t d) const {
    if (!task_.unit.empty()) return task_.unit[d];
    return task_.target.whole_chunks ? task_.target.chunk[d] : 1;
}

/// Returns the lengths to try. Every length is a multiple of the target's chunk or less than it; filtered chunks are not divided.
std::vector<Index> PartSearch::ladder(std::size_t d, Index factor) const {
    Index const extent = std::max<Index>(task_.target.extents[d], 1);
    Index const chunk = std::max(task_.target.chunk[d], step(d));
    Index const whole = ceil_div(extent, task_.target.chunk[d]) * task_.target.chunk[d];
    std::vector<Index> lengths{chunk, whole};
    auto const add = [&](Index unit, Index limit) {
        for (Index length = unit; length < limit; length = checked_mul(length, factor).value_or(limit)) lengths.push_back(length);
    };
    add(chunk, whole);
    add(step(d), chunk);
    if (auto const& source = axis(d).source) {
        Index const theirs = task_.source.chunk[as_size(source->dim)];
        add(lcm_up_to(chunk, theirs, whole), whole);
        add(lcm_up_to(step(d), theirs, chunk), chunk);
    }
    sort_unique(lengths);
    return lengths;
}

PartSearch::Ladders PartSearch::ladders() const {
    for (Index factor = 2;; factor *= factor) {
        Ladders all;
        Index shapes = 1;
        for (std::size_t d = 0; d < task_.target.extents.size(); ++d) {
            all.push_back(ladder(d, factor));
            shapes = std::min(shapes * std::ssize(all.back()), most_shapes + 1);
        }
        if (shapes <= most_shapes || factor > most_shapes) return all;
    }
}

/// Returns the slowest dimension of the source's file that is long enough to give every aggregator whole chunks, or the longest
/// one. A contiguous file can be cut anywhere along its slowest dimension.
std::size_t PartSearch::read_dim(CopyParts const& parts, CopyPlan const& plan) const {
    std::size_t longest = 0;
    Index most = 0;
    for (auto dim = task_.source.permutation.rbegin(); dim != task_.source.permutation.rend(); ++dim) {
        for (std::size_t d = 0; d < task_.target.extents.size(); ++d) {
            if (!axis(d).source || axis(d).source->dim != *dim) continue;
            Index const reach =
                checked_mul(parts.shape()[d], d == plan.write_dim ? task_.ranks : 1).value_or(task_.target.extents[d]);
            bool const in_one_piece = !task_.source.whole_chunks && task_.source.chunk == task_.source.extents;
            Index const units = std::min(reach, task_.target.extents[d]) / (in_one_piece ? 1 : task_.source.chunk[as_size(*dim)]);
            if (units >= plan.aggregators) return d;
            if (std::min(reach, task_.target.extents[d]) > most) longest = d;
            most = std::max(most, std::min(reach, task_.target.extents[d]));
        }
    }
    return longest;
}

/// Returns the bytes, limited to most_buffer, which exceeds every memory.
Index PartSearch::bytes_of(Index elements) const {
    return std::min(checked_mul(elements, task_.element_bytes).value_or(most_buffer), most_buffer);
}

void PartSearch::add_tiles(CopyParts const& parts, CopyPlan& plan) const {
    plan.aggregators = task_.aggregators > 0 ? std::min(task_.aggregators, task_.ranks) : task_.ranks;
    plan.domains = task_.domains;
    plan.read_dim = read_dim(parts, plan);
    CopyTiles const tiles(task_, plan, parts);
    plan.piece_bytes = bytes_of(tiles.largest_piece());
    plan.share_bytes = bytes_of(tiles.largest_share()) + task_.ranks * message_overhead;
}

std::vector<CopyPlan> PartSearch::plans(CopyParts const& parts) const {
    CopyPlan plan;
    plan.access = access_;
    plan.part = parts.shape();
    plan.threads = task_.threads;
    plan.part_bytes = bytes_of(parts.room());
    plan.staging = staging_;
    plan.staging_again = staging_for(task_.target, task_);
    plan.gathering = task_.gathers ? staging_ : 0;
    plan.largest_gap = access_ == Access::Direct ? 0 : widest_gap;
    if (access_ != Access::TwoPhase) return {plan};
    std::vector<CopyPlan> variants;
    for (std::size_t d = 0; d < task_.target.extents.size(); ++d) {
        if (parts.dim(d).count() == 1 && d + 1 < task_.target.extents.size()) continue; // all ranks but one would be idle
        variants.push_back(plan);
        variants.back().write_dim = d;
        add_tiles(parts, variants.back());
    }
    return variants;
}

/// Computes the cost in the unit of the prices.
void PartSearch::estimate(CopyParts const& parts, CopyPlan& plan) {
    Index rounds = ceil_div(parts.count(), task_.ranks);
    plan.writes = demand_.of_writing(parts);
    if (plan.piece_bytes == 0) { // an empty array has no pieces
        plan.reads = demand_.of_reading(parts, plan.largest_gap);
    } else {
        CopyTiles const tiles(task_, plan, parts);
        rounds = tiles.count();
        plan.reads = demand_.of_reading(tiles.as_parts(), plan.largest_gap);
        double const pairs = plan.read_dim == plan.write_dim ? task_.ranks + plan.aggregators : task_.ranks * plan.aggregators;
        plan.messages = {pairs * static_cast<double>(rounds), plan.writes.bytes};
    }
    IoPrices const& prices = task_.prices;
    double const decoding = task_.source.whole_chunks ? prices.decoding : 1;
    double const work = prices.of_requests(plan.reads.requests, decoding * plan.reads.bytes) +
                        prices.of_requests(plan.writes.requests, plan.writes.bytes) +
                        prices.of_messages(plan.messages.requests, plan.messages.bytes).value_or(0);
    // Ranks without a part in the last round wait for the others.
    double const turns = static_cast<double>(rounds) * task_.ranks;
    double const idle = parts.count() == 0 ? 1 : turns / static_cast<double>(parts.count());
    plan.cost = idle * work;
}

void PartSearch::consider(Extents const& shape) {
    CopyParts const parts(task_.target, shape);
    for (CopyPlan& plan : plans(parts)) {
        plan.memory = memory_for(plan);
        if (plan.memory > task_.memory) continue;
        estimate(parts, plan);
        tried_.push_back({plan.cost, plan.memory, shape});
        if (!best_ || weighed(plan.cost, plan.memory) < weighed(best_->cost, best_->memory)) best_ = std::move(plan);
    }
}

/// Tries all shapes that begin with `shape`.
void PartSearch::descend(Ladders const& ladders, Extents& shape) {
    if (shape.size() == ladders.size()) return consider(shape);
    for (Index const length : ladders[shape.size()]) {
        shape.push_back(length);
        descend(ladders, shape);
        shape.pop_back();
    }
}

/// Lengthens dimension `d` into the memory that the powers of two leave unused.
void PartSearch::lengthen(std::size_t d) {
    Extents shape = best_->part;
    Index const chunk = std::max(task_.target.chunk[d], step(d));
    bool const whole = shape[d] >= chunk;
    Index const unit = whole ? chunk : step(d);
    Index const limit = whole ? ceil_div(std::max<Index>(task_.target.extents[d], 1), chunk) : (chunk - 1) / unit;
    if (shape[d] % unit != 0) return; // it reaches the end of the array
    Index good = shape[d] / unit;
    Index bad = limit + 1;
    while (bad - good > 1) {
        Index const middle = good + (bad - good) / 2;
        shape[d] = middle * unit;
        (least_memory_for(shape) <= task_.memory ? good : bad) = middle;
    }
    shape[d] = good * unit;
    consider(shape);
}

std::optional<CopyPlan> PartSearch::run() {
    Extents shape;
    descend(ladders(), shape);
    for (std::size_t d = 0; best_ && d < task_.target.extents.size(); ++d) lengthen(d);
    if (best_) save_memory();
    if (best_) cut_into_units();
    return best_;
}

/// Chooses the shape with the least memory among those that cost hardly more than the best.
void PartSearch::save_memory() {
    double const limit = enough * weighed(best_->cost, best_->memory);
    auto const memory = [&](Tried const& tried) {
        return weighed(tried.cost, tried.memory) <= limit ? tried.memory : std::numeric_limits<Index>::max();
    };
    Extents const shape = std::ranges::min_element(tried_, {}, memory)->shape;
    best_.reset();
    consider(shape);
}

/// If the part ends within a stripe, or can only be cut into short units, replaces it by a slightly shorter one. Accepts a shorter
/// part that costs hardly more. Accepts one of long units also if it saves more than it costs in requests for units.
void PartSearch::cut_into_units() {
    if (!task_.unit.empty()) {
        best_->unit = task_.unit;
        return;
    }
    CopyPlan const first = *best_;
    double const most = first.cost + cost_of_units(first);
    Extents const of_units = parts_of_long_units(task_.target, first.part, task_.element_bytes);
    for (Extents const& shape : {with_whole_stripes(of_units), of_units, first.part}) {
        best_.reset();
        consider(shape);
        if (best_ && best_->cost <= enough * first.cost) break;
        if (best_ && shape == of_units && best_->cost + cost_of_units(*best_) < most) break;
    }
    best_->unit = unit_of_parts(task_.target, best_->part, task_.element_bytes);
}

/// Returns the cost of the requests for the plan's units, each of which is written separately.
double PartSearch::cost_of_units(CopyPlan const& plan) const {
    Extents const unit = unit_of_parts(task_.target, plan.part, task_.element_bytes);
    return static_cast<double>(bytes_of_a_request) * static_cast<double>(CopyParts(task_.target, unit).count());
}

Extents PartSearch::with_whole_stripes(Extents shape) const {
    return task_.stripe > 0 ? parts_of_whole_stripes(task_.target, std::move(shape), task_.element_bytes, task_.stripe) : shape;
}

Index PartSearch::least_memory_for(Extents const& shape) const {
    Index least = std::numeric_limits<Index>::max();
    for (CopyPlan const& plan : plans(CopyParts(task_.target, shape))) least = std::min(least, memory_for(plan));
    return least;
}

Index PartSearch::least_memory() const {
    Extents shape;
    for (std::size_t d = 0; d < task_.target.chunk.size(); ++d) shape.push_back(step(d));
    return least_memory_for(shape);
}

} // namespace tessera
