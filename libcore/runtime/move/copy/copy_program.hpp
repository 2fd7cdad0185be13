// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy of a strided box, compiled once and executed many times.
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

/// Copies the elements of a box from one memory to another. Packing (array to buffer), unpacking (buffer to array) and direct
/// copies (array to array) all use this. The kernels are chosen at construction. With an updater, elements are combined with
/// their targets instead of copied. Size and construction time depend on the runs of one joint period per axis, never on the
/// number of elements.
class CopyProgram {
  public:
    /// All offsets of the nest are in bytes. element_bytes >= 1; with an updater it equals source_bytes().
    CopyProgram(LoopNest nest, Index element_bytes, std::shared_ptr<BlockUpdater const> updater = nullptr);

    /// Copies all elements. Precondition: the two sides do not overlap and contain every offset of the nest.
    void run(std::byte const* from, std::byte* to) const;

    /// Copies part `slab` of `slabs` parts. Together they make up the whole; each has the same number of elements of the
    /// outermost loop, up to rounding. If there is only one loop, part 0 is all of it; of two transposed loops the inner one
    /// is cut.
    void run_slab(std::byte const* from, std::byte* to, Index slab, Index slabs) const;

    /// Copies the elements of the innermost axis that are numbered `some`, with all elements of the others. Precondition:
    /// transposed().
    void run_columns(Run some, std::byte const* from, std::byte* to) const;
    /// Returns whether the innermost axis is the fastest on the `to` side and the next one on the `from` side.
    [[nodiscard]] bool transposed() const { return nest_.transposed(); }

    /// Returns the copy from `to` to `from`. It reuses the loops, without looking at index sets. `updater`: for the reverse
    /// copy. Precondition: this program has no updater.
    [[nodiscard]] CopyProgram reversed(std::shared_ptr<BlockUpdater const> updater = nullptr) const;

    /// Bytes read by one execution.
    [[nodiscard]] Index bytes() const { return nest_.elements() * element_bytes_; }
    /// Start offsets of the copied bytes, if they are one contiguous run on both sides in the same order, and plainly copied.
    struct GaplessRun {
        Index from = 0;
        Index to = 0;
    };
    [[nodiscard]] std::optional<GaplessRun> gapless() const;

    /// Returns whether elements are combined with their targets.
    [[nodiscard]] bool updates() const { return updater_ != nullptr; }
    /// Returns the number of calls that for_each_contiguous_run() makes, without making them.
    [[nodiscard]] Index stretches() const;
    /// Calls visit(from, to, bytes) for runs that are contiguous on both sides. They cover every element once, in the order of
    /// the loops. Two neighbouring runs may still be adjacent in memory.
    template <class Visit>
    void for_each_contiguous_run(Visit const& visit) const {
        nest_.for_each_row([&](Index from, Index to, StridedCopy const& row) {
            if (is_dense(row)) return visit(from, to, row.count * element_bytes_);
            for (Index c = 0; c < row.count; ++c) visit(from + c * row.from_step, to + c * row.to_step, element_bytes_);
        });
    }

  private:
    struct Step {
        StridedCopy segment;
        CopyKernel kernel;
    };
    struct Leaf {
        std::vector<Step> steps;
        Index repeat = 1;
        Index from_stride = 0;
        Index to_stride = 0;
        Index from_bytes = 0; // bytes of a chunk of hoisted periods, per side; if negative, nothing is prefetched
        Index to_bytes = 0;
    };
    [[nodiscard]] bool is_dense(StridedCopy const& row) const {
        return row.count == 1 || (row.from_step == element_bytes_ && row.to_step == element_bytes_);
    }
    void add_leaf(Pattern const& pattern);
    void add_hoisted(Pattern const& pattern, Index chunk);
    /// Returns the number of loops around the kernels.
    [[nodiscard]] std::size_t outer_loops() const { return nest_.axes().size() - (nest_.transposed() ? 2 : 1); }
    void run_inner(std::byte const* from, std::byte* to) const { nest_.transposed() ? run_tiles(from, to) : run_leaves(from, to); }
    void run_leaves(std::byte const* from, std::byte* to) const;
    void run_tiles(std::byte const* from, std::byte* to) const { run_tiles_of({0, nest_.axes().back().count}, from, to); }
    void run_tiles_of(Run columns, std::byte const* from, std::byte* to) const;

    LoopNest nest_;
    Index element_bytes_;
    std::shared_ptr<BlockUpdater const> updater_; // shared by all messages of an array; null: plain copies
    std::vector<Leaf> leaves_;                    // the innermost axis; empty if the nest is transposed
    TileKernel tile_kernel_;
};

} // namespace tessera
