// SPDX-License-Identifier: BSD-3-Clause
// Tessera: long messages within a node that pass through a short shared memory, slab by slab.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/move/copy/sliced_copy.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace tessera {

/// What the slabs of a rank are made from.
struct SlabInput {
    MultiPlan const& plan;
    RankLayouts const& layouts;
    Updaters const& updaters;
    Rank rank;
    Index slab; ///< as RedistributorOptions::slab
};

/// A sender packs one slab of all its messages while the slab before is unpacked. So a slab is still in the second-level cache
/// when its receivers read it, and the shared memory holds two slabs instead of all messages.
class StagedSlabs {
  public:
    /// Returns nothing if the messages of some rank are short or cannot be cut. `staged`: this rank's messages with ranks of the
    /// node; `most_bytes`: the largest number of bytes that a rank of the node sends. Collective over the node.
    [[nodiscard]] static std::unique_ptr<StagedSlabs> make(RankMessages const& staged, SlabInput const& input, Node const& node,
                                                           Index most_bytes);

    /// Returns the length of the shared memory that this rank needs, in bytes.
    [[nodiscard]] Index bytes() const { return 2 * half_bytes_; }
    /// Moves all messages through `staging`, and copies what stays on this rank. Calls `report` with the bytes of each
    /// message's slab. Collective over the node.
    void run(NodeMemory& staging, SourcePointers sources, TargetPointers targets, std::vector<KeptPart> const& kept,
             std::function<void(Index)> const& report);

  private:
    /// One end of a message.
    struct End {
        struct Part {
            std::size_t plan = 0;
            SlicedCopy copy;
            Index grain = 1;                                     ///< slices begin at its multiples
            std::shared_ptr<BlockUpdater const> early = nullptr; ///< updates elements in the staging, at the sender's end
        };
        Rank peer = 0;    ///< on the node
        Index offset = 0; ///< of the message's slabs in a half of the sender's staging
        std::vector<Part> parts;
    };

    StagedSlabs(Node const& node, Index slabs) : node_(node), slabs_(slabs) {}
    void compile(RankMessages const& staged, SlabInput const& input);
    [[nodiscard]] bool suits(Index slab_bytes) const;
    [[nodiscard]] Run slice_of(End::Part const& part, Index slab) const;
    [[nodiscard]] Index longest_slab(End const& end) const;
    void exchange_offsets();
    void pack(End const& end, Index slab, SourcePointers sources, std::byte* buffer) const;
    Index unpack(End const& end, Index slab, std::byte const* buffer, TargetPointers targets) const;

    Node const& node_;
    Index slabs_;
    std::vector<End> sends_;
    std::vector<End> receives_;
    std::vector<Index> half_of_; // by rank of the node: bytes of a half of its staging
    Index half_bytes_ = 0;
    Index half_ = 0; // the half that was used last
};

} // namespace tessera
