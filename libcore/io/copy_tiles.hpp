// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts that are read together, in pieces that suit the source's file (two-phase, Thakur 6.2), and then exchanged.
#pragma once

#include "libcore/io/copy_parts.hpp"
#include "libcore/io/copy_plan.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Tiles of a copy. A tile has one part per rank; its parts are adjacent along CopyPlan::write_dim. Its elements are read in
/// pieces, which are also boxes of the target. Pieces are adjacent along CopyPlan::read_dim, and contain whole chunks of the source
/// if possible.
class CopyTiles {
  public:
    struct Piece {
        Rank aggregator = 0;
        std::vector<Run> box;
    };

    CopyTiles(CopyTask const& task, CopyPlan const& plan, CopyParts const& parts);

    [[nodiscard]] Index count() const { return count_; }
    /// Return the number of tiles along a dimension of the target; the indices of one; the tile with these numbers along all
    /// dimensions.
    [[nodiscard]] Index count_along(std::size_t dim) const;
    [[nodiscard]] Run range(std::size_t dim, Index number) const;
    [[nodiscard]] Index number(std::span<Index const> at) const;
    /// Returns the number of indices of a dimension at whose multiples, from the array's first index, pieces of static domains end.
    [[nodiscard]] Index period(std::size_t dim) const;
    /// Returns the rank's part of a tile, or nothing: the last tiles may have fewer parts than there are ranks.
    [[nodiscard]] std::optional<Index> part(Index tile, Rank rank) const;
    /// Returns all pieces of a tile, ascending. None is empty.
    [[nodiscard]] std::vector<Piece> pieces(Index tile) const;
    /// Return the first piece of tile 0, and how many pieces it has, without making the others.
    [[nodiscard]] Piece first_piece() const;
    [[nodiscard]] Index pieces_of_first() const;

    /// Returns all pieces of dynamic domains as parts of a contiguous array, to estimate the cost of reading them.
    [[nodiscard]] CopyParts as_parts() const;

    /// Return the number of elements of the largest piece, and of all pieces of one tile that one aggregator may have.
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
    Index extent_;     // extent of read_dim
    Index unit_ = 1;   // indices of read_dim that are read together
    Index block_ = 1;  // consecutive units that an aggregator reads
    Index reach_ = 0;  // indices of read_dim in the units that a tile overlaps
    Index groups_ = 1; // number of tiles along write_dim
    Index count_ = 1;
};

} // namespace tessera
