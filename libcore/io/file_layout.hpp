// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where each element of an array lies in one file.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/io/stored_shape.hpp"
#include "libcore/sets/run.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// A box of neighbours within one chunk.
struct FileBox {
    std::vector<Run> ranges; ///< one per dimension of the array, none empty, all within the array
    Index slot = 0;          ///< of its chunk
};

/// An array in one file: raw with a header, npy, HDF5 contiguous or in unfiltered chunks, the local array file of a rank.
///
/// The array is cut into chunks of one shape (a contiguous file is one chunk). Within a chunk elements lie gapless, dimension
/// permutation[0] fastest; chunks that reach over the end of the array are stored whole, and what lies outside is padding. Chunks
/// follow each other gapless, numbered by the same permutation; or they lie where a table says, which may leave some out.
///
/// A *slot* is the number of a stored chunk by its address; a *position* the number of an element's place in the file:
/// slot * chunk_elements() + place within the chunk. Padding has positions too; elements of chunks that are not stored have none.
/// Everything is 0-based. Every operation costs the dimensions, with a table also the logarithm of the chunks.
class FileLayout {
  public:
    /// `begin`: the byte of position 0. Errors: the file's bytes do not fit 64 bits; begin < 0.
    /// Preconditions: one chunk extent >= 1 per dimension, a permutation of all dimensions, extents >= 0, element_bytes >= 1, no
    /// filters (shape.whole_chunks).
    [[nodiscard]] static Result<FileLayout> make(StoredShape shape, Index element_bytes, Index begin = 0);

    /// `addresses`: the first byte of each chunk, numbered by the permutation; nothing where it is not stored. Errors besides:
    /// chunks that overlap.
    [[nodiscard]] static Result<FileLayout> make(StoredShape shape, Index element_bytes,
                                                 std::vector<std::optional<Index>> const& addresses);

    [[nodiscard]] StoredShape const& shape() const { return shape_; }
    [[nodiscard]] std::size_t dims() const { return shape_.extents.size(); }
    [[nodiscard]] Index element_bytes() const { return element_bytes_; }

    [[nodiscard]] Index chunks() const { return chunks_; } ///< of the array, stored or not
    [[nodiscard]] Index chunk_elements() const { return chunk_elements_; }
    [[nodiscard]] Index positions() const { return slots_ * chunk_elements_; }
    /// Places between neighbours along a dimension, within a chunk.
    [[nodiscard]] Index stride(std::size_t dim) const { return strides_[dim]; }
    [[nodiscard]] Index chunks_along(std::size_t dim) const { return chunks_along_[dim]; }
    /// Are the chunks where a table says?
    [[nodiscard]] bool has_table() const { return table_ != nullptr; }

    /// The slot of the chunk with these numbers, one per dimension.
    [[nodiscard]] std::optional<Index> slot(std::span<Index const> chunk) const;
    /// The numbers of the chunk in a slot.
    [[nodiscard]] Extents chunk_in(Index slot) const;
    [[nodiscard]] Index slot_begin(Index slot) const; ///< its first byte

    /// Nothing where the element's chunk is not stored.
    [[nodiscard]] std::optional<Index> position(std::span<Index const> index) const;
    /// Nothing where it is padding.
    [[nodiscard]] std::optional<Extents> index(Index position) const;

    /// The first byte of the element at a position.
    [[nodiscard]] Index byte(Index position) const;
    /// From the first byte of the first to the last byte of the last. Precondition: not empty.
    [[nodiscard]] Run bytes(Run positions) const;
    /// The first position behind this one whose bytes do not follow without a gap; positions() where all do.
    [[nodiscard]] Index gapless_end(Index position) const;
    /// The positions whose elements have their first byte within [bytes.begin, bytes.end).
    [[nodiscard]] Run positions_in(Run bytes) const;

    /// The unit of whole planes of the slowest dimension: a column of a Fortran matrix; in a file of chunks those that lie side by
    /// side; the single chunk where a table says where they lie. At least 1.
    [[nodiscard]] Index slab_positions() const { return slab_positions_; }

    /// The elements of a run of positions as boxes, in ascending order of positions: at most 2n-1 for each chunk.
    void for_each_box(Run positions, std::function<void(FileBox const&)> const& visit) const;

  private:
    struct Table {
        std::vector<Index> address; // of each slot, ascending
        std::vector<Index> chunk;   // in each slot, its number by the permutation
        std::vector<Index> slot;    // of each chunk; -1: not stored
        std::vector<Index> gapless; // for each slot the first behind it that does not follow without a gap
    };

    [[nodiscard]] static Result<FileLayout> with_shape(StoredShape shape, Index element_bytes);
    [[nodiscard]] Result<void> set_table(std::vector<std::optional<Index>> const& addresses);
    [[nodiscard]] Index chunk_bytes() const { return chunk_elements_ * element_bytes_; }

    StoredShape shape_;
    Index element_bytes_ = 1;
    Index begin_ = 0;
    Extents strides_;
    Extents chunks_along_;
    Extents slot_strides_;
    Index chunks_ = 1;
    Index slots_ = 1;
    Index chunk_elements_ = 1;
    Index slab_positions_ = 1;
    std::shared_ptr<Table const> table_;
};

} // namespace tessera
