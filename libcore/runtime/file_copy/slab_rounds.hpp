// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array cut into slabs that ranks move between a file and memory, round by round.
#pragma once

#include "libcore/io/file_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <optional>
#include <vector>

namespace tessera {

enum class FileDirection { FromFile, ToFile };

/// Two phases (Thakur 1995, section 6): a file is read or written in large gapless pieces, block-distributed over all ranks along
/// its slowest dimension, and redistribution moves them to or from the mapping that is wanted. Large arrays take several rounds, so
/// the memory for slabs and messages stays bounded.
class SlabRounds {
  public:
    /// `unit`: slabs that are better left together, because the file stores them so; `most_bytes`: what each rank moves at a time,
    /// at least one slab.
    SlabRounds(FileArray array, Index unit, Index most_bytes, int ranks);

    [[nodiscard]] Index count() const; ///< 0 where the array is empty
    [[nodiscard]] Index bytes(Index round) const;
    /// Of the buffer for a rank's slabs.
    [[nodiscard]] Index buffer_bytes() const { return per_rank_ * array_.slab_bytes(); }
    /// What a rank moves in a round, a run of indices per dimension; empty where it has none.
    [[nodiscard]] std::vector<Run> box(Index round, Rank rank) const;

    /// Collective: between the round's slabs, which lie gapless in their buffers in the array's order, and the array in memory.
    /// `layout`: how this rank stores the array; nothing: in the standard layout, or it has no part. Errors: those of RedistPlan; a
    /// layout of other elements.
    [[nodiscard]] Result<Redistributor> mover(Comm const& comm, Mapping const& mapping, std::optional<LocalLayout> const& layout,
                                              Index round, FileDirection direction) const;

  private:
    [[nodiscard]] Run slabs(Index round) const;
    [[nodiscard]] Mapping mapping_of(Index round) const;

    FileArray array_;
    std::size_t dim_;
    int ranks_;
    Index per_rank_ = 1; // slabs
};

} // namespace tessera
