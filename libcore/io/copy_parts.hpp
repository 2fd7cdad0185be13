// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array a copy makes, cut into parts that are written one at a time.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/stored_shape.hpp"
#include "libcore/sets/run.hpp"

#include <compare>
#include <span>
#include <vector>

namespace tessera {

/// One dimension, cut at the boundaries of chunks: into pieces of several chunks, or chunks into several pieces.
class DimCut {
  public:
    /// `piece`: indices per part, a multiple of `chunk` or below it. Every argument is positive; extent may be 0.
    DimCut(Index extent, Index chunk, Index piece);

    [[nodiscard]] Index count() const { return count_; }
    [[nodiscard]] Run range(Index number) const;      ///< 0 <= number < count()
    [[nodiscard]] Index number_of(Index index) const; ///< the piece that holds it
    /// Neighbours that stay together within a chunk.
    [[nodiscard]] Index cell() const { return piece_ < chunk_ ? piece_ : chunk_; }
    /// The most cells in a part.
    [[nodiscard]] Index cells() const;

    auto operator<=>(DimCut const&) const = default;

  private:
    Index extent_;
    Index chunk_;
    Index piece_;
    Index per_chunk_; // parts of a whole chunk, where a part is smaller
    Index count_;
};

/// Is it a shape that parts of such a file can have: per dimension a multiple of the chunk, or, where chunks need not be written
/// whole, below it?
[[nodiscard]] bool can_be_cut(StoredShape const& target, std::span<Index const> part);

/// Parts are numbered along the fastest dimension of the file first. Each is a box of whole chunks, or a box within a chunk, or
/// something between, dimension by dimension.
class CopyParts {
  public:
    CopyParts(StoredShape const& target, Extents shape);

    [[nodiscard]] Index count() const { return count_; }
    /// One range of indices per dimension.
    [[nodiscard]] std::vector<Run> box(Index number) const;
    /// Which part it is along each dimension, and back.
    [[nodiscard]] Extents at(Index number) const;
    [[nodiscard]] Index number(std::span<Index const> at) const;
    /// The numbers, ascending, of those that `box` meets.
    [[nodiscard]] std::vector<Index> numbers_in(std::vector<Run> const& box) const;
    [[nodiscard]] std::vector<int> const& permutation() const { return permutation_; }
    [[nodiscard]] Extents const& shape() const { return shape_; }
    [[nodiscard]] DimCut const& dim(std::size_t d) const { return cuts_[d]; }
    /// Elements of room for any part, its chunks whole where they are cut off by the end of the array. The largest Index stands for
    /// all that do not fit 64 bits.
    [[nodiscard]] Index room() const;

  private:
    Extents shape_;
    std::vector<int> permutation_;
    std::vector<DimCut> cuts_;
    Index count_ = 1;
};

} // namespace tessera
