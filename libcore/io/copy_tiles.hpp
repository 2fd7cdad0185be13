// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts that are read together, in pieces that suit the source's file (two-phase, Thakur 6.2), and then exchanged.
#pragma once

#include "libcore/io/copy_parts.hpp"
#include "libcore/io/copy_plan.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// A tile is one part for each rank, neighbours along CopyPlan::write_dim. Its elements are read in pieces, boxes of the target
/// too, which follow each other along CopyPlan::read_dim, whole chunks of the source where they can be.
class CopyTiles {
  public:
    struct Piece {
        Rank aggregator = 0;
        std::vector<Run> box;
    };

    CopyTiles(CopyTask const& task, CopyPlan const& plan, CopyParts const& parts);

    [[nodiscard]] Index count() const { return count_; }
    /// Tiles along a dimension of the target, the indices of one, and the tile with these numbers along all of them.
    [[nodiscard]] Index count_along(std::size_t dim) const;
    [[nodiscard]] Run range(std::size_t dim, Index number) const;
    [[nodiscard]] Index number(std::span<Index const> at) const;
    /// Pieces of static domains end at multiples of so many indices of a dimension, counted from the first of the array.
    [[nodiscard]] Index period(std::size_t dim) const;
    /// The rank's part of a tile; the last ones may have fewer parts than there are ranks.
    [[nodiscard]] std::optional<Index> part(Index tile, Rank rank) const;
    /// All of a tile, in ascending order. None is empty.
    [[nodiscard]] std::vector<Piece> pieces(Index tile) const;

    /// All pieces of dynamic domains, as parts of an array that is in one piece: what they cost to read.
    [[nodiscard]] CopyParts as_parts() const;

    /// Elements of the largest piece, and of all pieces that one aggregator may have of a tile.
    [[nodiscard]] Index largest_piece() const;
    [[nodiscard]] Index largest_share() const;

  private:
    [[nodiscard]] std::vector<Run> box(Index tile) const;
    [[nodiscard]] Rank rank_of(Index aggregator) const { return static_cast<Rank>(aggregator * ranks_ / aggregators_); }
    [[nodiscard]] Index others() const;

    CopyParts const& parts_;
    StoredShape target_;
    std::size_t write_dim_;
    std::size_t read_dim_;
    DomainKind domains_;
    Index ranks_;
    Index aggregators_;
    Index extent_;     // of read_dim
    Index unit_ = 1;   // indices of read_dim that are read together
    Index block_ = 1;  // units an aggregator reads one after the other
    Index reach_ = 0;  // indices of read_dim in the units that a tile meets
    Index groups_ = 1; // tiles along write_dim
    Index count_ = 1;
};

} // namespace tessera
