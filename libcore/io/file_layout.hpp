// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the position of each element of an array in one file.
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

/// A box of adjacent elements within one chunk.
struct FileBox {
    std::vector<Run> ranges; ///< one per dimension of the array, none empty, all within the array
    Index slot = 0;          ///< slot of its chunk
};

/// The layout of an array in one file: raw with a header, npy, HDF5 contiguous or in unfiltered chunks, the local array file of a
/// rank.
///
/// The array is cut into chunks of one shape (a contiguous file is one chunk). Within a chunk the elements are contiguous,
/// dimension permutation[0] fastest. Chunks that extend beyond the end of the array are stored whole; the elements outside are
/// padding. Chunks are contiguous and numbered by the same permutation, or a table gives their addresses and may leave some out.
///
/// A *slot* is the number of a stored chunk by address. A *position* is the number of an element in the file: slot *
/// chunk_elements() + its number within the chunk. Padding has positions too; elements of chunks that are not stored have none.
/// Everything is 0-based. Every operation costs the dimensions; with a table, also the logarithm of the chunks.
class FileLayout {
  public:
    /// Makes a layout without a table. `begin`: the byte of position 0. Errors: the file's bytes do not fit 64 bits; begin < 0.
    /// Preconditions: one chunk extent >= 1 per dimension, a permutation of all dimensions, extents >= 0, element_bytes >= 1, no
    /// filters (shape.whole_chunks).
    [[nodiscard]] static Result<FileLayout> make(StoredShape shape, Index element_bytes, Index begin = 0);

    /// Makes a layout with a table. `addresses`: the first byte of each chunk, numbered by the permutation; unset if it is not
    /// stored. Additional error: chunks overlap.
    [[nodiscard]] static Result<FileLayout> make(StoredShape shape, Index element_bytes,
                                                 std::vector<std::optional<Index>> const& addresses);

    [[nodiscard]] StoredShape const& shape() const { return shape_; }
    [[nodiscard]] std::size_t dims() const { return shape_.extents.size(); }
    [[nodiscard]] Index element_bytes() const { return element_bytes_; }

    [[nodiscard]] Index chunks() const { return chunks_; } ///< chunks of the array, stored or not
    [[nodiscard]] Index chunk_elements() const { return chunk_elements_; }
    [[nodiscard]] Index positions() const { return slots_ * chunk_elements_; }
    /// Returns the distance in positions between adjacent indices of a dimension, within a chunk.
    [[nodiscard]] Index stride(std::size_t dim) const { return strides_[dim]; }
    [[nodiscard]] Index chunks_along(std::size_t dim) const { return chunks_along_[dim]; }
    /// Returns whether a table gives the addresses of the chunks.
    [[nodiscard]] bool has_table() const { return table_ != nullptr; }

    /// Returns the slot of the chunk with these numbers, one per dimension, or nothing if it is not stored.
    [[nodiscard]] std::optional<Index> slot(std::span<Index const> chunk) const;
    /// Returns the numbers of the chunk in a slot.
    [[nodiscard]] Extents chunk_in(Index slot) const;
    [[nodiscard]] Index slot_begin(Index slot) const; ///< first byte of the slot

    /// Returns the position of an element, or nothing if its chunk is not stored.
    [[nodiscard]] std::optional<Index> position(std::span<Index const> index) const;
    /// Returns the index of the element at a position, or nothing if the position is padding.
    [[nodiscard]] std::optional<Extents> index(Index position) const;

    /// Returns the first byte of the element at a position.
    [[nodiscard]] Index byte(Index position) const;
    /// Returns the bytes from the first byte of the first element to the last byte of the last one. Precondition: not empty.
    [[nodiscard]] Run bytes(Run positions) const;
    /// Returns the first later position whose bytes do not follow without a gap, or positions() if all do.
    [[nodiscard]] Index gapless_end(Index position) const;
    /// Returns the positions of the elements whose first byte is within [bytes.begin, bytes.end).
    [[nodiscard]] Run positions_in(Run bytes) const;

    /// Returns the number of positions of whole planes of the slowest dimension: a column of a Fortran matrix; in a chunked file,
    /// the planes of one row of chunks; with a table, a single chunk. At least 1.
    [[nodiscard]] Index slab_positions() const { return slab_positions_; }

    /// Visits the elements of a run of positions as boxes, in ascending order of positions: at most 2n-1 boxes per chunk.
    void for_each_box(Run positions, std::function<void(FileBox const&)> const& visit) const;

  private:
    struct Table {
        std::vector<Index> address; // address of each slot, ascending
        std::vector<Index> chunk;   // indexed by slot: number of its chunk by the permutation
        std::vector<Index> slot;    // indexed by chunk: its slot; -1: not stored
        std::vector<Index> gapless; // indexed by slot: the first later slot that does not follow without a gap
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
