// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts of the indices that move between two block-cyclic mappings of a dimension, in closed form.
#include "libcore/redist/block_transfer.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/floor_sum.hpp"
#include "libcore/base/modular.hpp"
#include "libcore/base/sort_unique.hpp"
#include "libcore/sets/run.hpp"

#include <algorithm>
#include <numeric>

namespace tessera {

namespace {

/// The numbers start + i*step for i in [0, count): the first indices of a coordinate's blocks.
struct Progression {
    Index start = 0;
    Index step = 0;
    Index count = 0;
};

/// The blocks of one coordinate: those of full length, and those cut by an end of the dimension.
struct OwnBlocks {
    Progression whole; ///< first indices of the full blocks
    std::vector<Run> cut;
};

/// Returns the number of a coordinate in the order of the blocks.
Index turn_of(BlockCyclic const& side, Index coord) {
    return floor_mod(side.step * (coord - side.first), side.coords);
}

OwnBlocks blocks_of(BlockCyclic const& side, Index extent, Index coord) {
    Index const turn = turn_of(side, coord);
    Index const all = ceil_div(extent + side.offset, side.block);
    bool const first_is_cut = side.offset > 0;
    bool const last_is_cut = (extent + side.offset) % side.block > 0;
    OwnBlocks own;
    if (first_is_cut && turn == 0) own.cut.push_back({0, std::min(side.block - side.offset, extent)});
    if (last_is_cut && (all > 1 || !first_is_cut) && (all - 1) % side.coords == turn)
        own.cut.push_back({(all - 1) * side.block - side.offset, extent});
    Index const begin = turn == 0 && first_is_cut ? side.coords : turn;
    Index const end = last_is_cut ? all - 1 : all;
    if (begin >= end) return own;
    own.whole.count = ceil_div(end - begin, side.coords);
    own.whole.start = begin * side.block - side.offset;
    if (own.whole.count > 1) own.whole.step = side.block * side.coords; // fits, because it lies within the extent
    return own;
}

/// The three-gap theorem for the points i*step mod modulus, i in [0, count).
class Gaps {
  public:
    /// Precondition: the points are distinct.
    Gaps(Index step, Index modulus, Index count) : count_(count) {
        if (count < 2) {
            behind_ = before_ = modulus;
            return;
        }
        first_ = last_ = 1;
        behind_ = step % modulus;
        before_ = modulus - behind_;
        while (first_ + last_ < count) {
            if (behind_ > before_) {
                Index const steps = std::min((behind_ - 1) / before_, (count - 1 - first_) / last_);
                behind_ -= steps * before_;
                first_ += steps * last_;
            } else {
                Index const steps = std::min((before_ - 1) / behind_, (count - 1 - last_) / first_);
                before_ -= steps * behind_;
                last_ += steps * first_;
            }
        }
    }

    [[nodiscard]] Index count() const { return count_; }
    /// Calls use(range of i, length of the gap before each of these points).
    template <class Use>
    void for_each(Use use) const {
        if (count_ < 2) return use(Run{0, count_}, before_);
        use(Run{0, count_ - last_}, before_);
        use(Run{count_ - last_, first_}, before_ + behind_);
        use(Run{first_, count_}, behind_);
    }

  private:
    Index count_;
    Index first_ = 0;  // the i whose point is the next one after 0
    Index last_ = 0;   // the i whose point is the next one before 0
    Index behind_ = 0; // distance of point first_ from 0
    Index before_ = 0;
};

/// Counts the indices that blocks of one side share with coordinates of the other side.
class CellCount {
  public:
    CellCount(BlockCyclic const& mine, BlockCyclic const& partner, Index extent)
        : mine_(mine), partner_(partner), extent_(extent),
          cells_(std::min(partner.coords, ceil_div(extent + partner.offset, partner.block))), circle_(partner.block * cells_) {}

    /// Returns the number of partners per coordinate. Coordinates whose blocks start at the same offset in a cell have equally many
    /// partners, so the results for small cells are reused.
    [[nodiscard]] std::vector<Index> entries() const {
        std::vector<Index> result(as_size(mine_.coords));
        std::vector<Progression> known(
            as_size(std::min(partner_.block, mine_.coords))); // indexed by the offset of the first start in its cell
        std::vector<Index> known_entries(known.size());
        for (Index coord = 0; coord < mine_.coords; ++coord) {
            OwnBlocks const own = blocks_of(mine_, extent_, coord);
            Index& entries = result[as_size(coord)];
            auto const place = as_size((own.whole.start + partner_.offset) % partner_.block);
            bool const kept = own.cut.empty() && place < known.size();
            if (kept && own.whole.count > 0 && known[place].count == own.whole.count) {
                entries = known_entries[place];
                continue;
            }
            entries = entries_of(own);
            if (!kept) continue;
            known[place] = own.whole;
            known_entries[place] = entries;
        }
        return result;
    }

    /// Returns the number of distinct positions of the blocks on the circle. Later blocks repeat these positions.
    [[nodiscard]] Index different(Progression const& blocks) const {
        return std::min(blocks.count, circle_ / std::gcd(blocks.step, circle_));
    }

    [[nodiscard]] Index shared(OwnBlocks const& own, Index partner_coord) const {
        Index const turn = turn_of(partner_, partner_coord);
        if (turn >= cells_) return 0;
        Index sum = 0;
        for (Run const& run : own.cut) sum += owned_below(run.end, turn) - owned_below(run.begin, turn);
        if (touches(own.whole, turn)) sum += shared_by_whole(own.whole, turn);
        return sum;
    }

  private:
    [[nodiscard]] Index entries_of(OwnBlocks const& own) const {
        Index sum = touched(own.whole);
        std::vector<Index> others;
        for (Run const& run : own.cut) {
            Index const first = (run.begin + partner_.offset) / partner_.block;
            Index const last = (run.end - 1 + partner_.offset) / partner_.block;
            for (Index cell = first; cell <= std::min(last, first + cells_ - 1); ++cell) others.push_back(cell % cells_);
        }
        sort_unique(others);
        return sum + std::ranges::count_if(others, [&](Index cell) { return !touches(own.whole, cell); });
    }

    /// Returns the number of cells that the blocks touch. Each block adds the cells after the last one touched by the block before
    /// it on the circle.
    [[nodiscard]] Index touched(Progression const& blocks) const {
        if (blocks.count == 0) return 0;
        Index const cell = partner_.block;
        Index const step = blocks.step % circle_;
        Gaps const gaps(step, circle_, different(blocks));
        Index const start = (blocks.start + partner_.offset) % cell;
        WideIndex sum = floor_sum(gaps.count(), start + mine_.block - 1, step, cell);
        gaps.for_each([&](Run range, Index gap) {
            Index const back = std::min(cell, gap - mine_.block + 1);
            sum -= floors(range, start - back, step);
        });
        return static_cast<Index>(sum);
    }

    /// Returns the sum of floor((start + i*step) / cell) over i in the range. The start may be negative.
    [[nodiscard]] WideIndex floors(Run range, Index start, Index step) const {
        if (range.empty()) return 0;
        Index const cell = partner_.block;
        WideIndex const from = WideIndex{range.begin} * step + start;
        WideIndex whole = from / cell;
        if (from % cell < 0) --whole;
        return whole * range.size() + floor_sum(range.size(), static_cast<Index>(from - whole * cell), step, cell);
    }

    /// Returns whether any of the blocks has an index in this cell.
    [[nodiscard]] bool touches(Progression const& blocks, Index cell) const {
        if (blocks.count == 0) return false;
        Index const before = mine_.block - 1; // a block that starts at most this far before the cell reaches it
        if (before >= circle_ - partner_.block) return true;
        Index const low = floor_mod(cell * partner_.block - before - blocks.start - partner_.offset, circle_);
        Index const high = low + before + partner_.block - 1;
        if (high >= circle_) return true; // the range contains 0, the position of the first block
        auto const hit = first_multiple_in(blocks.step % circle_, circle_, low, high);
        return hit && *hit < blocks.count;
    }

    /// Returns the number of indices in [-offset, x) that belong to the cell's coordinate.
    [[nodiscard]] Index owned_below(Index x, Index cell) const {
        Index const along = x + partner_.offset;
        Index const within = along % circle_ - cell * partner_.block;
        return along / circle_ * partner_.block + std::clamp<Index>(within, 0, partner_.block);
    }

    [[nodiscard]] Index shared_by_whole(Progression const& blocks, Index cell) const {
        Index const start = floor_mod(blocks.start + partner_.offset - cell * partner_.block, circle_);
        Index const end = start + mine_.block % circle_;
        Index const round = different(blocks);
        auto const in_rounds = [&](Index count) {
            return owned_before(count, blocks.step, end) - owned_before(count, blocks.step, start);
        };
        WideIndex sum = WideIndex{mine_.block / circle_} * partner_.block * blocks.count;
        sum += blocks.count / round * in_rounds(round);
        return static_cast<Index>(sum + in_rounds(blocks.count % round));
    }

    /// Returns the sum over i of the number of indices before z = start + i*step that belong to the coordinate whose cell begins at
    /// 0. With u = floor(z / C), w = floor((z + C - c) / C) and e = u - w + 1 (1 if z lies within such a cell, else 0), the number
    /// for one z is w*c + e*(z - u*C). Moreover e*u = (u^2 - (w - 1)^2 + e) / 2.
    [[nodiscard]] WideIndex owned_before(Index count, Index step, Index start) const {
        step %= circle_;
        auto const u = floor_moments(count, start, step, circle_);
        auto const w = floor_moments(count, start + circle_ - partner_.block, step, circle_);
        WideIndex const within = u.quotients - w.quotients + count;                              // sum of e
        WideIndex const weighted = u.weighted - w.weighted + WideIndex{count} * (count - 1) / 2; // sum of e*i
        WideIndex const rounds = (u.squares - w.squares + 2 * w.quotients - count + within) / 2; // sum of e*u
        return w.quotients * partner_.block + within * start + weighted * step - rounds * circle_;
    }

    BlockCyclic mine_;
    BlockCyclic partner_;
    Index extent_;
    Index cells_;  // number of cells of the circle: coordinates that have a block within the extent
    Index circle_; // length of the circle in indices
};

} // namespace

BlockTransfer::BlockTransfer(BlockCyclic const& source, BlockCyclic const& target, Index extent)
    : source_(source), target_(target), extent_(extent) {}

std::vector<Index> BlockTransfer::row_entries() const {
    return CellCount(source_, target_, extent_).entries();
}

std::vector<Index> BlockTransfer::column_entries() const {
    return CellCount(target_, source_, extent_).entries();
}

/// Uses the side with fewer different blocks. They are at most the square root of the extent, so the moments fit.
Index BlockTransfer::shared(Index source_coord, Index target_coord) const {
    OwnBlocks const of_source = blocks_of(source_, extent_, source_coord);
    OwnBlocks const of_target = blocks_of(target_, extent_, target_coord);
    CellCount const on_target(source_, target_, extent_);
    CellCount const on_source(target_, source_, extent_);
    if (on_target.different(of_source.whole) <= on_source.different(of_target.whole))
        return on_target.shared(of_source, target_coord);
    return on_source.shared(of_target, source_coord);
}

} // namespace tessera
