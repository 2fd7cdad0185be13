// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes of elements, put together from chunks that are decoded whole.
#pragma once

#include "libcore/runtime/access/box_place.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

class ChunkBoxes : public BoxReader {
  public:
    void read(std::span<Run const> box, std::byte* memory) final;

  protected:
    /// `unit`: of a chunk, per dimension. `permutation`: dimensions from fastest to slowest, within a chunk as in a box.
    ChunkBoxes(Extents unit, std::vector<int> permutation, Index element_bytes);

    [[nodiscard]] Index chunk_bytes() const { return chunk_bytes_; }
    /// An element over and over; zeros where it is empty.
    static void fill(std::span<std::byte> plain, std::span<std::byte const> element);

  private:
    /// The elements of the whole chunk with these numbers. Failures throw.
    virtual void decode(Extents const& chunk, std::span<std::byte> plain) = 0;
    void read_chunk(Extents const& chunk, std::span<Run const> box, BoxPlace const& to, std::byte* memory);

    Extents unit_;
    std::vector<int> permutation_;
    Index element_bytes_;
    Index chunk_bytes_;
    std::vector<std::byte> plain_; // of the last chunk that was wanted in part
    Extents chunk_;
    bool known_ = false;
};

} // namespace tessera
