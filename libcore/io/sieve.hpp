// SPDX-License-Identifier: BSD-3-Clause
// Tessera: data sieving: wanted elements in large pieces, with what lies between them (Thakur 5.5.1).
#pragma once

#include "libcore/io/file_union.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/sets/run_walk.hpp"

#include <optional>

namespace tessera {

enum class SieveShape {
    WholeSlabs,    ///< n whole slabs of the slowest dimension, from the first wanted to the last, as in the paper
    BoundingBytes, ///< from the first wanted byte to the last that still fits the buffer
    OneSlab        ///< the same within one slab at a time: what two-phase does in the paper (6.3.1)
};

struct SieveSettings {
    SieveShape shape = SieveShape::BoundingBytes;
    Index buffer_bytes = Index{4} << 20; ///< the most that a piece may have; at least one element is taken
    /// WholeSlabs: the slabs of these positions, all of them, in place of those from the first wanted to the last. The paper reads
    /// up to the upper bound of a section's subscripts even where the stride does not reach it.
    std::optional<Run> cover = std::nullopt;
};

/// A gapless stretch of the file that is read or written as one.
struct IoPiece {
    Run positions;
    Index useful = 0;  ///< wanted elements in it
    bool full = false; ///< all of it is wanted, padding aside: it can be written without being read first
};

/// Visits the pieces that hold everything wanted in a domain, ascending, none without a wanted element unless settings.cover asks
/// for it. No piece leaves the domain, so that bytes of other domains are never written back; nor does one reach over bytes of the
/// file that are not the array's. next() costs the logarithms that FileUnion needs. Where no slab fits the buffer, BoundingBytes
/// takes the place of WholeSlabs.
class SieveWalk {
  public:
    /// `domain`: positions. Everything must outlive the walk.
    SieveWalk(FileUnion const& wanted, PeriodicSet const& domain, SieveSettings const& settings);

    [[nodiscard]] bool done() const { return piece_.positions.empty(); }
    [[nodiscard]] IoPiece const& piece() const { return piece_; } ///< precondition: not done
    void next();                                                  ///< precondition: not done

  private:
    /// The next stretch of the domain with something wanted, from the begin of the next piece on; nothing behind the last.
    [[nodiscard]] std::optional<Run> next_stretch();
    [[nodiscard]] Index end_of_slabs(Run stretch) const;
    [[nodiscard]] Index slab_begin(Index position) const { return position - position % slab_; }

    FileUnion const* wanted_;
    SieveSettings settings_;
    Index buffer_; // positions
    Index slab_;   // positions; 1 where pieces need not begin with one
    Index limit_;  // no piece reaches over a multiple of it
    RunWalk stretches_;
    Index cursor_ = 0; // everything in front of it is done
    IoPiece piece_;
};

} // namespace tessera
