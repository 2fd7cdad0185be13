// SPDX-License-Identifier: BSD-3-Clause
// Tessera: divides an array into slabs that ranks move between a file and memory in rounds.
#pragma once

#include "libcore/io/file_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>
#include <vector>

namespace tessera {

enum class FileDirection { FromFile, ToFile };

/// Two-phase access (Thakur 1995, section 6). A file is read or written in large contiguous pieces, block-distributed over all
/// ranks along its slowest dimension. A redistribution moves them from or to the mapping. Large arrays take several rounds, so the
/// memory for slabs and messages is bounded.
class SlabRounds {
  public:
    /// `unit`: number of slabs that the file stores together, in chunks. `most_bytes`: bytes that each rank moves at a time; at
    /// least one slab. Units larger than that are divided.
    SlabRounds(FileArray array, Index unit, Index most_bytes, int ranks);

    [[nodiscard]] Index count() const; ///< 0 if the array is empty
    [[nodiscard]] Index bytes(Index round) const;
    /// Bytes of the buffer for one rank's slabs.
    [[nodiscard]] Index buffer_bytes() const { return per_rank_ * array_.slab_bytes(); }
    /// Returns the box that a rank moves in a round, one run of indices per dimension; empty if it has none.
    [[nodiscard]] std::vector<Run> box(Index round, Rank rank) const;

    /// Collective. Returns the redistribution between the round's slabs and the array in memory. Slabs are contiguous in their
    /// buffers, in the array's order. `layout`: this rank's storage of the array; nothing: the standard layout, or no part. Errors:
    /// those of RedistPlan; the layout is for other elements.
    [[nodiscard]] Result<Redistributor> mover(Communicator const& comm, Mapping const& mapping,
                                              std::optional<LocalLayout> const& layout, Index round, FileDirection direction) const;

  private:
    [[nodiscard]] Run slabs(Index round) const;
    [[nodiscard]] Mapping mapping_of(Index round) const;

    FileArray array_;
    std::size_t dim_;
    int ranks_;
    Index per_rank_ = 1; // slabs per rank and round
};

} // namespace tessera
