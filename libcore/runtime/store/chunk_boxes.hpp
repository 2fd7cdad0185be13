// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks that are decoded here, whole and several at a time.
#pragma once

#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tessera {

/// What is known of a chunk before it is read.
struct ChunkPlace {
    bool is_stored = true;
    Run bytes = {};             ///< of its file, where that holds several
    std::uint32_t left_out = 0; ///< as CodecChain::left_out()
};

class ChunkBoxes : public BoxReader {
  public:
    void read(std::span<Run const> box, std::byte* memory) final;
    [[nodiscard]] ChunkBoxes* chunks() final { return this; }

    // Chunk by chunk: find() by this thread, then decode() by any that share_among() allows.

    /// As many threads as `wanted` may decode at the same time from now on, each as another member, or fewer: how many.
    virtual int share_among(int wanted);
    /// May several decode at the same time?
    [[nodiscard]] bool is_shared() const { return shared_; }
    /// Where the chunk with these numbers lies. Failures throw.
    [[nodiscard]] virtual ChunkPlace find(Extents const&) { return {}; }
    /// Its elements, chunk_bytes(). Failures throw, and say which chunk it is.
    virtual void decode(int member, Extents const& chunk, ChunkPlace const& place, std::span<std::byte> plain) = 0;

    [[nodiscard]] Extents const& unit() const { return unit_; } ///< of a chunk, per dimension
    [[nodiscard]] std::vector<Run> box_of(std::span<Index const> chunk) const;
    [[nodiscard]] Index chunk_bytes() const { return chunk_bytes_; }

  protected:
    /// `permutation`: dimensions from fastest to slowest, within a chunk as in a box.
    ChunkBoxes(Extents unit, std::vector<int> permutation, Index element_bytes, CodecList codecs);

    /// What decoding takes.
    struct Room {
        CodecChain chain;
        std::vector<std::byte> encoded;
    };
    [[nodiscard]] Room& room(int member) { return rooms_[as_size(member)]; }
    /// An element over and over; zeros where it is empty.
    static void fill(std::span<std::byte> plain, std::span<std::byte const> element);

  private:
    Extents unit_;
    std::vector<int> permutation_;
    Index element_bytes_;
    Index chunk_bytes_;
    bool shared_;
    std::vector<Room> rooms_; // one for each member
};

} // namespace tessera
