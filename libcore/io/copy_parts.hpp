// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the target array of a copy, cut into parts that are written one at a time.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/stored_shape.hpp"
#include "libcore/sets/run.hpp"

#include <compare>
#include <span>
#include <vector>

namespace tessera {

/// One dimension, cut at the boundaries of chunks: a piece has several chunks, or a chunk has several pieces.
class DimCut {
  public:
    /// `piece`: indices per piece, either a multiple of `chunk` or less than it. All arguments are positive; extent may be 0.
    DimCut(Index extent, Index chunk, Index piece);

    [[nodiscard]] Index count() const { return count_; }
    [[nodiscard]] Run range(Index number) const;      ///< precondition: 0 <= number < count()
    [[nodiscard]] Index number_of(Index index) const; ///< number of the piece that contains the index
    /// Returns the number of adjacent indices that stay together within a chunk.
    [[nodiscard]] Index cell() const { return piece_ < chunk_ ? piece_ : chunk_; }
    /// Returns the largest number of cells in a part.
    [[nodiscard]] Index cells() const;

    auto operator<=>(DimCut const&) const = default;

  private:
    Index extent_;
    Index chunk_;
    Index piece_;
    Index per_chunk_; // pieces per whole chunk, if a piece is smaller than a chunk
    Index count_;
};

/// Is it a shape that parts of such a file can have: per dimension a multiple of the chunk, or, where chunks need not be written
/// whole, below it?
[[nodiscard]] bool can_be_cut(StoredShape const& target, std::span<Index const> part);
/// Returns whether parts of this shape cut chunks: one of its lengths is no multiple of the chunk's. False for an empty shape.
[[nodiscard]] bool cuts_chunks(StoredShape const& target, std::span<Index const> part);

/// The parts of an array, numbered with the fastest dimension of the file first. In each dimension, a part is a number of whole
/// chunks or a piece of a chunk.
class CopyParts {
  public:
    CopyParts(StoredShape const& target, Extents shape);

    [[nodiscard]] Index count() const { return count_; }
    /// Returns one range of indices per dimension.
    [[nodiscard]] std::vector<Run> box(Index number) const;
    /// Convert between the number of a part and its numbers along each dimension.
    [[nodiscard]] Extents at(Index number) const;
    [[nodiscard]] Index number(std::span<Index const> at) const;
    /// Returns the numbers of the parts that `box` overlaps, ascending.
    [[nodiscard]] std::vector<Index> numbers_in(std::vector<Run> const& box) const;
    [[nodiscard]] std::vector<int> const& permutation() const { return permutation_; }
    [[nodiscard]] Extents const& shape() const { return shape_; }
    [[nodiscard]] DimCut const& dim(std::size_t d) const { return cuts_[d]; }
    /// Returns the number of elements that the largest part needs, counting truncated chunks as whole. Returns the largest Index if
    /// the number does not fit 64 bits.
    [[nodiscard]] Index room() const;

  private:
    Extents shape_;
    std::vector<int> permutation_;
    std::vector<DimCut> cuts_;
    Index count_ = 1;
};

} // namespace tessera
