// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arithmetic on strided elements, in blocks that fit the first-level cache.
#include "libcore/runtime/move/copy/block_updater.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace tessera {

namespace {

constexpr Index block_elements = 256;
constexpr std::size_t block_side = 16;
constexpr Index largest_number = 16; // bytes

/// Elements of one side of a copy, contiguous.
struct alignas(64) Block {
    std::array<std::byte, block_elements * largest_number> bytes;
    [[nodiscard]] std::byte* data() { return bytes.data(); }
};

/// Returns the segment that copies the elements of one side into a block.
StridedCopy into_block(Index from, Index count, Index step, Index repeat, Index stride, Index bytes) {
    return {from, 0, count, step, bytes, repeat, stride, count * bytes};
}
StridedCopy turned_around(StridedCopy const& s) {
    return {s.to, s.from, s.count, s.to_step, s.from_step, s.repeat, s.to_stride, s.from_stride};
}

void copy(std::byte const* from, std::byte* to, StridedCopy const& segment, Index bytes) {
    choose_kernel(segment, bytes)(from, to, segment, bytes);
}

/// The offsets of rows or columns on one side, paired with those in a block.
class BlockOffsets {
  public:
    BlockOffsets(std::span<OffsetPair const> pairs, Index OffsetPair::*side, Index stride) : size_(pairs.size()) {
        for (std::size_t i = 0; i < size_; ++i) pairs_[i] = {pairs[i].*side, static_cast<Index>(i) * stride};
    }
    [[nodiscard]] std::span<OffsetPair const> in() const { return {pairs_.data(), size_}; }
    /// Returns the pairs for a copy from the block to the array.
    [[nodiscard]] BlockOffsets out() const {
        BlockOffsets turned = *this;
        for (OffsetPair& each : turned.pairs_) std::swap(each.from, each.to);
        return turned;
    }

  private:
    std::array<OffsetPair, block_side> pairs_{};
    std::size_t size_;
};

} // namespace

BlockUpdater::BlockUpdater(ElementArithmetic arithmetic)
    : arithmetic_(arithmetic), source_tile_(choose_tile_kernel(arithmetic_.source_bytes())),
      target_tile_(choose_tile_kernel(arithmetic_.target_bytes())) {}

void BlockUpdater::run(std::byte const* from, std::byte* to, StridedCopy const& s) const {
    Index const count = std::min(s.count, block_elements);
    Index const repeat = s.count > block_elements ? 1 : block_elements / s.count;
    for (Index r = 0; r < s.repeat; r += repeat) {
        for (Index c = 0; c < s.count; c += count) {
            StridedCopy block = s;
            block.from += r * s.from_stride + c * s.from_step;
            block.to += r * s.to_stride + c * s.to_step;
            block.count = std::min(count, s.count - c);
            block.repeat = std::min(repeat, s.repeat - r);
            run_block(from, to, block);
        }
    }
}

void BlockUpdater::run_block(std::byte const* from, std::byte* to, StridedCopy const& s) const {
    Block sources;
    Block targets;
    copy(from, sources.data(), into_block(s.from, s.count, s.from_step, s.repeat, s.from_stride, source_bytes()), source_bytes());
    StridedCopy const target = into_block(s.to, s.count, s.to_step, s.repeat, s.to_stride, target_bytes());
    if (arithmetic_.reads_targets()) copy(to, targets.data(), target, target_bytes());
    arithmetic_.apply(sources.data(), targets.data(), s.elements());
    copy(targets.data(), to, turned_around(target), target_bytes());
}

void BlockUpdater::run_tile(std::byte const* from, std::byte* to, std::span<OffsetPair const> rows,
                            std::span<OffsetPair const> columns) const {
    assert(rows.size() <= block_side && columns.size() <= block_side);
    Block sources;
    Block targets;
    auto const width = static_cast<Index>(columns.size());
    BlockOffsets const source_rows(rows, &OffsetPair::from, width * source_bytes());
    BlockOffsets const source_columns(columns, &OffsetPair::from, source_bytes());
    source_tile_(from, sources.data(), source_rows.in(), source_columns.in(), source_bytes());
    BlockOffsets const target_rows(rows, &OffsetPair::to, width * target_bytes());
    BlockOffsets const target_columns(columns, &OffsetPair::to, target_bytes());
    if (arithmetic_.reads_targets()) target_tile_(to, targets.data(), target_rows.in(), target_columns.in(), target_bytes());
    arithmetic_.apply(sources.data(), targets.data(), std::ssize(rows) * width);
    target_tile_(targets.data(), to, target_rows.out().in(), target_columns.out().in(), target_bytes());
}

} // namespace tessera
