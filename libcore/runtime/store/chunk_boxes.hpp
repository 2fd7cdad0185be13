// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks that are decoded here, whole and several at a time.
#pragma once

#include "libcore/runtime/codec/block_decoder.hpp"
#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

    /// From now on a chunk that other readers refuse is damaged, whatever is made of it here.
    void be_strict();

    // Chunk by chunk: find() by this thread, then decode() by any that share_among() allows.

    /// As many threads as `wanted` may decode at the same time from now on, each as another member, or fewer: how many.
    virtual int share_among(int wanted);
    /// May several decode at the same time?
    [[nodiscard]] bool is_shared() const { return shared_; }
    /// Where the chunk with these numbers lies. Failures throw.
    [[nodiscard]] virtual ChunkPlace find(Extents const&) { return {}; }
    /// Its elements, chunk_bytes(). Failures throw, and say which chunk it is.
    void decode(int member, Extents const& chunk, ChunkPlace const& place, std::span<std::byte> plain);
    /// Are chunks long, and do their elements lie in files as they are, so that a part of one is read without the rest?
    [[nodiscard]] virtual bool is_plain() const { return false; }
    /// Then where the elements of a chunk lie, gapless; nothing where it is not stored. Failures throw, and say which chunk it is.
    [[nodiscard]] virtual std::optional<FileStretch> plain_place(Extents const&) { return std::nullopt; }
    /// Does it pay to decode stretches of chunks without the rest (longest_stretch)?
    [[nodiscard]] virtual bool in_stretches() { return false; }
    /// Then, as decode(): reads a chunk, whose elements decode_stretch() gives until the next one; no filter of it was left out.
    void begin(int member, Extents const& chunk, ChunkPlace const& place);
    /// `bytes`: of chunk_bytes(), whole elements.
    void decode_stretch(int member, Run bytes, std::span<std::byte> plain);

    [[nodiscard]] Extents const& unit() const { return unit_; } ///< of a chunk, per dimension
    [[nodiscard]] std::vector<Run> box_of(std::span<Index const> chunk) const;
    [[nodiscard]] Index chunk_bytes() const { return chunk_bytes_; }

  protected:
    /// `permutation`: dimensions from fastest to slowest, within a chunk as in a box.
    /// `fill`: an element, for chunks that are not stored; zeros where it is empty.
    ChunkBoxes(Extents unit, std::vector<int> permutation, Index element_bytes, CodecList codecs, std::vector<std::byte> fill);

    /// Reads a chunk as it is stored; false where it is not. May throw DamagedBytes.
    virtual bool load(int member, Extents const& chunk, ChunkPlace const& place, std::vector<std::byte>& encoded) = 0;
    /// Throws, and says which chunk it is.
    [[noreturn]] virtual void throw_damaged(Extents const& chunk, std::string const& why) const = 0;

    /// So many bytes, and hardly more memory: a vector that grows by itself takes twice of it.
    static void resize(std::vector<std::byte>& encoded, Index bytes);
    [[nodiscard]] CodecChain const& chain() const { return rooms_.front().chain; }

  private:
    /// What decoding takes.
    struct Room {
        CodecChain chain;
        std::vector<std::byte> encoded = {};
        // Of the chunk that was begun last:
        BlockDecoder blocks = {};
        Extents chunk = {};
        bool is_stored = false;
    };
    void fill(std::span<std::byte> plain) const;

    Extents unit_;
    std::vector<int> permutation_;
    Index element_bytes_;
    Index chunk_bytes_;
    bool shared_;
    std::vector<std::byte> fill_;
    std::vector<Room> rooms_; // one for each member
};

} // namespace tessera
