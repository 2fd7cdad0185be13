// SPDX-License-Identifier: BSD-3-Clause
// Tessera: data sieving: wanted elements in large pieces, including the data between them (Thakur 5.5.1).
#pragma once

#include "libcore/io/file_union.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/sets/run_walk.hpp"

#include <optional>

namespace tessera {

enum class SieveShape {
    WholeSlabs,    ///< n whole slabs of the slowest dimension, from the first wanted one to the last, as in the paper
    BoundingBytes, ///< the range from the first wanted byte to the last one that fits the buffer
    OneSlab        ///< like BoundingBytes, but within one slab at a time: the paper's two-phase (6.3.1)
};

struct SieveSettings {
    SieveShape shape = SieveShape::BoundingBytes;
    Index buffer_bytes = Index{4} << 20; ///< limit of the bytes of a piece; a piece has at least one element
    /// For WholeSlabs: all slabs of these positions, instead of those from the first wanted one to the last. The paper reads up to
    /// the upper bound of a section's subscripts, even if the stride does not reach it.
    std::optional<Run> cover = std::nullopt;
};

/// A contiguous range of the file that is read or written at once.
struct IoPiece {
    Run positions;
    Index useful = 0;  ///< number of wanted elements
    bool full = false; ///< everything except padding is wanted, so it can be written without being read first
};

/// Visits pieces that contain all wanted elements of a domain, ascending. Each piece has a wanted element, unless settings.cover
/// requests others. No piece leaves the domain, so bytes of other domains are never written back. No piece covers bytes of the file
/// that do not belong to the array. next() costs the logarithms of FileUnion. If no slab fits the buffer, BoundingBytes replaces
/// WholeSlabs.
class SieveWalk {
  public:
    /// `domain`: positions. All arguments must outlive the walk.
    SieveWalk(FileUnion const& wanted, PeriodicSet const& domain, SieveSettings const& settings);

    [[nodiscard]] bool done() const { return piece_.positions.empty(); }
    [[nodiscard]] IoPiece const& piece() const { return piece_; } ///< precondition: not done
    void next();                                                  ///< precondition: not done

  private:
    /// Returns the next run of the domain with wanted elements, starting at the next piece, or nothing at the end.
    [[nodiscard]] std::optional<Run> next_stretch();
    [[nodiscard]] Index end_of_slabs(Run stretch) const;
    [[nodiscard]] Index slab_begin(Index position) const { return position - position % slab_; }

    FileUnion const* wanted_;
    SieveSettings settings_;
    Index buffer_; // in positions
    Index slab_;   // in positions; 1 if pieces need not begin with a slab
    Index limit_;  // pieces end at multiples of it
    RunWalk stretches_;
    Index cursor_ = 0; // all positions before it are done
    IoPiece piece_;
};

} // namespace tessera
