// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy of a strided box, compiled once and run many times.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/block_updater.hpp"
#include "libcore/runtime/move/copy/copy_kernels.hpp"
#include "libcore/runtime/move/copy/loop_nest.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace tessera {

/// Copies the elements of a box from one place to another: packing (array to buffer), unpacking (buffer to array) and direct
/// copies (array to array) are all this. The kernels are chosen when it is compiled. With an updater elements are no longer copied
/// but combined with what stands at their target.
/// Its size and the time to compile it follow the runs of one joint period per axis, never the number of elements.
class CopyProgram {
  public:
    /// All offsets of the nest are in bytes. element_bytes >= 1; with an updater its source_bytes().
    CopyProgram(LoopNest nest, Index element_bytes, std::shared_ptr<BlockUpdater const> updater = nullptr);

    /// Precondition: the two sides do not overlap, and hold every offset of the nest.
    void run(std::byte const* from, std::byte* to) const;

    /// One of `slabs` parts of it, which all together are the whole: as many elements of the outermost loop each, but for rounding.
    /// Where there is one loop alone the first is all.
    void run_slab(std::byte const* from, std::byte* to, Index slab, Index slabs) const;

    /// The way back, from `to` to `from`: from the loops as they are, without a look at any index set. `updater`: of the way back.
    /// Precondition: this has none.
    [[nodiscard]] CopyProgram reversed(std::shared_ptr<BlockUpdater const> updater = nullptr) const;

    /// That are read.
    [[nodiscard]] Index bytes() const { return nest_.elements() * element_bytes_; }
    /// Where the copied bytes begin, if they are one gapless stretch on both sides, in the same order, and copied.
    struct Stretch {
        Index from = 0;
        Index to = 0;
    };
    [[nodiscard]] std::optional<Stretch> gapless() const;

    /// Are elements combined with what stands at their target?
    [[nodiscard]] bool updates() const { return updater_ != nullptr; }
    /// How many calls for_each_stretch() makes, without making them.
    [[nodiscard]] Index stretches() const;
    /// Calls visit(from, to, bytes) for stretches that are gapless on both sides and cover every element once, in the order of the
    /// loops. Neighbours may still follow each other without a gap.
    template <class Visit>
    void for_each_stretch(Visit const& visit) const {
        nest_.for_each_row([&](Index from, Index to, Segment const& row) {
            if (is_dense(row)) return visit(from, to, row.count * element_bytes_);
            for (Index c = 0; c < row.count; ++c) visit(from + c * row.from_step, to + c * row.to_step, element_bytes_);
        });
    }

  private:
    struct Step {
        Segment segment;
        CopyKernel kernel;
    };
    struct Leaf {
        std::vector<Step> steps;
        Index repeat = 1;
        Index from_stride = 0;
        Index to_stride = 0;
        Index from_bytes = 0; // of a chunk of hoisted periods, on either side; negative strides: nothing is fetched before
        Index to_bytes = 0;
    };
    [[nodiscard]] bool is_dense(Segment const& row) const {
        return row.count == 1 || (row.from_step == element_bytes_ && row.to_step == element_bytes_);
    }
    void add_leaf(Pattern const& pattern);
    void add_hoisted(Pattern const& pattern, Index chunk);
    /// The loops that no kernel has.
    [[nodiscard]] std::size_t outer_loops() const { return nest_.axes().size() - (nest_.transposed() ? 2 : 1); }
    void run_inner(std::byte const* from, std::byte* to) const { nest_.transposed() ? run_tiles(from, to) : run_leaves(from, to); }
    void run_leaves(std::byte const* from, std::byte* to) const;
    void run_tiles(std::byte const* from, std::byte* to) const;

    LoopNest nest_;
    Index element_bytes_;
    std::shared_ptr<BlockUpdater const> updater_; // shared by all messages of an array; nothing: plain copies
    std::vector<Leaf> leaves_;                    // the innermost axis; empty where the nest is transposed
    TileKernel tile_kernel_;
};

} // namespace tessera
