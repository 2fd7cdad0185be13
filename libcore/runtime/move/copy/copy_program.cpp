// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy of a strided box, compiled once and executed many times.
#include "libcore/runtime/move/copy/copy_program.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <span>
#include <utility>

namespace tessera {

namespace {

/// Bytes of one side per chunk. Periods are copied segment by segment, in chunks whose cache lines are all prefetched. Half a
/// page was fastest (cyclic(3) to cyclic(5) of 6000 x 6000 doubles: a quarter faster than 16 KiB).
constexpr Index chunk_bytes = 2 * 1024;
/// Even longer periods are copied a few at a time, while their bytes fit the first-level cache.
constexpr Index few_periods = 8;
constexpr Index most_chunk_bytes = 16 * 1024;
constexpr Index cache_line = 64;
constexpr std::size_t longest_tile_side = 16;

/// Returns how many periods of a pattern to copy with one call per segment. 1 if a segment of the pattern repeats already.
Index periods_per_call(Pattern const& pattern) {
    bool const all_simple =
        std::all_of(pattern.segments.begin(), pattern.segments.end(), [](StridedCopy const& s) { return s.repeat == 1; });
    if (!all_simple) return 1;
    Index const reach = std::max({std::abs(pattern.from_stride), std::abs(pattern.to_stride), Index{1}});
    Index const periods = std::max(chunk_bytes / reach, std::min(few_periods, most_chunk_bytes / reach));
    return std::clamp<Index>(periods, 1, pattern.repeat);
}

/// Prefetches consecutive cache lines. Each segment of a chunk uses them with gaps, which the processor does not predict. A
/// prefetch is only a hint and is valid for any address.
void fetch_for_reading(std::byte const* begin, Index bytes) {
    for (Index i = 0; i < bytes; i += cache_line) __builtin_prefetch(begin + i, 0);
}
void fetch_for_writing(std::byte const* begin, Index bytes) {
    for (Index i = 0; i < bytes; i += cache_line) __builtin_prefetch(begin + i, 1);
}

/// Collects offsets until a tile side is full, then passes them on.
class TileSide {
  public:
    explicit TileSide(Index size) : size_(as_size(size)) {}

    template <class Flush>
    void add(Index from, Index to, Flush const& flush) {
        offsets_[filled_++] = {from, to};
        if (filled_ == size_) finish(flush);
    }
    template <class Flush>
    void finish(Flush const& flush) {
        if (filled_ > 0) flush(std::span<OffsetPair const>(offsets_.data(), filled_));
        filled_ = 0;
    }

  private:
    std::array<OffsetPair, longest_tile_side> offsets_{};
    std::size_t filled_ = 0;
    std::size_t size_;
};

template <class Visit>
void for_each_tile_side(AxisMoves const& axis, Run some, Index size, Visit const& visit) {
    TileSide side(size);
    for_each_offset_of(axis, some, 0, 0, [&](Index from, Index to) { side.add(from, to, visit); });
    side.finish(visit);
}

/// Keeps one tile waiting while its lines of the target are fetched: each of its rows begins on another page.
class TileAhead {
  public:
    /// `bytes`: length of a row, from `to` plus the row's offset on.
    TileAhead(std::byte* to, Index bytes) : to_(to), bytes_(std::min(bytes, 4 * cache_line)) {}

    /// Fetches for this tile and runs the one before.
    template <class RunTile>
    void exchange(std::span<OffsetPair const> rows, RunTile const& run_tile) {
        for (OffsetPair const& row : rows) fetch_for_writing(to_ + row.to, bytes_);
        std::array<OffsetPair, longest_tile_side> next{};
        std::ranges::copy(rows, next.begin());
        finish(run_tile);
        waiting_ = next;
        size_ = rows.size();
    }
    template <class RunTile>
    void finish(RunTile const& run_tile) {
        if (size_ > 0) run_tile(std::span<OffsetPair const>(waiting_.data(), size_));
        size_ = 0;
    }

  private:
    std::byte* to_;
    Index bytes_;
    std::array<OffsetPair, longest_tile_side> waiting_{};
    std::size_t size_ = 0;
};

} // namespace

CopyProgram::CopyProgram(LoopNest nest, Index element_bytes, std::shared_ptr<BlockUpdater const> updater)
    : nest_(std::move(nest)), element_bytes_(element_bytes), updater_(std::move(updater)),
      tile_kernel_(choose_tile_kernel(element_bytes)) {
    if (nest_.elements() == 0 || nest_.transposed()) return;
    for (Pattern const& pattern : nest_.axes().back().patterns) {
        Index const chunk = periods_per_call(pattern);
        if (chunk > 1) {
            add_hoisted(pattern, chunk);
        } else {
            add_leaf(pattern);
        }
    }
}

void CopyProgram::add_leaf(Pattern const& pattern) {
    Leaf leaf{{}, pattern.repeat, pattern.from_stride, pattern.to_stride};
    for (StridedCopy const& segment : pattern.segments) leaf.steps.push_back({segment, choose_kernel(segment, element_bytes_)});
    leaves_.push_back(std::move(leaf));
}

/// Moves the repetition of the pattern into its segments, `chunk` periods at a time.
void CopyProgram::add_hoisted(Pattern const& pattern, Index chunk) {
    auto const chunks_of = [&](Index periods, Index first, Index repeat) {
        Pattern turned{pattern.segments, repeat, periods * pattern.from_stride, periods * pattern.to_stride};
        for (StridedCopy& s : turned.segments) {
            s.from += first * pattern.from_stride;
            s.to += first * pattern.to_stride;
            s.repeat = periods;
            s.from_stride = pattern.from_stride;
            s.to_stride = pattern.to_stride;
        }
        add_leaf(turned);
        leaves_.back().from_bytes = periods * pattern.from_stride;
        leaves_.back().to_bytes = periods * pattern.to_stride;
    };
    Index const whole = pattern.repeat / chunk;
    chunks_of(chunk, 0, whole);
    if (pattern.repeat % chunk > 0) chunks_of(pattern.repeat % chunk, whole * chunk, 1);
}

CopyProgram CopyProgram::reversed(std::shared_ptr<BlockUpdater const> updater) const {
    assert(!updater_);
    return {nest_.reversed(), element_bytes_, std::move(updater)};
}

void CopyProgram::run(std::byte const* from, std::byte* to) const {
    if (nest_.elements() == 0) return;
    nest_.for_each_outer(outer_loops(), [&](Index f, Index t) { run_inner(from + f, to + t); });
}

void CopyProgram::run_slab(std::byte const* from, std::byte* to, Index slab, Index slabs) const {
    if (nest_.elements() == 0) return;
    AxisMoves const& axis = outer_loops() == 0 ? nest_.axes().back() : nest_.axes().front();
    Run const some{axis.count * slab / slabs, axis.count * (slab + 1) / slabs};
    if (outer_loops() > 0)
        return nest_.for_each_outer_of(some, outer_loops(), [&](Index f, Index t) { run_inner(from + f, to + t); });
    if (nest_.transposed()) return run_columns(some, from, to);
    if (slab == 0) run(from, to);
}

void CopyProgram::run_leaves(std::byte const* from, std::byte* to) const {
    for (Leaf const& leaf : leaves_) {
        for (Index p = 0; p < leaf.repeat; ++p) {
            std::byte const* const source = from + p * leaf.from_stride;
            std::byte* const target = to + p * leaf.to_stride;
            StridedCopy const& first = leaf.steps.front().segment;
            fetch_for_reading(source + first.from, leaf.from_bytes);
            fetch_for_writing(target + first.to, leaf.to_bytes);
            for (Step const& step : leaf.steps) {
                updater_ ? updater_->run(source, target, step.segment) : step.kernel(source, target, step.segment, element_bytes_);
            }
        }
    }
}

void CopyProgram::run_columns(Run some, std::byte const* from, std::byte* to) const {
    nest_.for_each_outer(outer_loops(), [&](Index f, Index t) { run_tiles_of(some, from + f, to + t); });
}

void CopyProgram::run_tiles_of(Run columns, std::byte const* from, std::byte* to) const {
    AxisMoves const& row_axis = nest_.axes()[nest_.axes().size() - 2];
    AxisMoves const& column_axis = nest_.axes().back();
    for_each_tile_side(column_axis, columns, tile_columns(element_bytes_), [&](std::span<OffsetPair const> column_offsets) {
        TileAhead ahead(to + column_offsets.front().to, column_offsets.back().to - column_offsets.front().to + element_bytes_);
        auto const run_tile = [&](std::span<OffsetPair const> row_offsets) {
            updater_ ? updater_->run_tile(from, to, row_offsets, column_offsets)
                     : tile_kernel_(from, to, row_offsets, column_offsets, element_bytes_);
        };
        for_each_tile_side(row_axis, {0, row_axis.count}, tile_rows(element_bytes_),
                           [&](std::span<OffsetPair const> row_offsets) { ahead.exchange(row_offsets, run_tile); });
        ahead.finish(run_tile);
    });
}

std::optional<CopyProgram::GaplessRun> CopyProgram::gapless() const {
    if (updater_ || nest_.axes().size() != 1 || !is_simple(nest_.axes()[0])) return std::nullopt;
    StridedCopy const& only = nest_.axes()[0].patterns[0].segments[0];
    if (!is_dense(only)) return std::nullopt;
    return GaplessRun{nest_.from_base() + only.from, nest_.to_base() + only.to};
}

Index CopyProgram::stretches() const {
    if (nest_.elements() == 0) return 0;
    Index rows = 0; // rows of one execution of the innermost loop
    Index elements = 0;
    for (Pattern const& pattern : nest_.axes().back().patterns) {
        for (StridedCopy const& row : pattern.segments) {
            rows += pattern.repeat * row.repeat * (is_dense(row) ? 1 : row.count);
            elements += pattern.repeat * row.elements();
        }
    }
    return nest_.elements() / elements * rows;
}

} // namespace tessera
