// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a reader of chunks that are decoded by Tessera, whole and by several threads.
#pragma once

#include "libcore/files/codec/block_decoder.hpp"
#include "libcore/files/codec/codec.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// What is known about a chunk before it is read.
struct ChunkInfo {
    bool is_stored = true;
    Run bytes = {};             ///< bytes of the file, if it holds several chunks
    std::uint32_t left_out = 0; ///< see CodecChain::left_out()
};

class ChunkBoxes : public BoxReader {
  public:
    void read(std::span<Run const> box, std::byte* memory) final;
    [[nodiscard]] ChunkBoxes* chunks() final { return this; }

    /// Reports damage from now on for a chunk that other readers would refuse, even if it can be decoded here.
    void be_strict();

    // Chunk by chunk: this thread calls find(), then any of the threads that share_among() allows calls decode().

    /// Allows up to `wanted` threads to decode at the same time, each with its own member number. Returns how many may, which can
    /// be fewer.
    virtual int share_among(int wanted);
    /// Returns whether several threads may decode at the same time.
    [[nodiscard]] bool is_shared() const { return shared_; }
    /// Returns the position of the chunk with these numbers. Failures throw.
    [[nodiscard]] virtual ChunkInfo find(Extents const&) { return {}; }
    /// Decodes a chunk into `plain` (chunk_bytes() bytes). Failures throw and name the chunk.
    void decode(int member, Extents const& chunk, ChunkInfo const& place, std::span<std::byte> plain);
    /// Returns whether chunks are long and stored unencoded, so that a part of a chunk can be read alone.
    [[nodiscard]] virtual bool is_plain() const { return false; }
    /// The bytes of a chunk's elements, contiguous, if is_plain(). Returns nullopt if the chunk is not stored. Failures throw and
    /// name the chunk.
    [[nodiscard]] virtual std::optional<FileExtent> plain_place(Extents const&) { return std::nullopt; }
    /// Returns whether it pays to decode a part of a chunk alone (longest_run).
    [[nodiscard]] virtual bool in_runs() { return false; }
    /// Reads a chunk, if in_runs(); decode_extent() then decodes parts of it until the next begin(). Requires that no filter
    /// of the chunk was left out. Failures as in decode().
    void begin(int member, Extents const& chunk, ChunkInfo const& place);
    /// Decodes part of the begun chunk. `bytes`: a range within chunk_bytes() of whole elements.
    void decode_extent(int member, Run bytes, std::span<std::byte> plain);

    [[nodiscard]] Extents const& unit() const { return unit_; } ///< extents of a chunk
    [[nodiscard]] std::vector<Run> box_of(std::span<Index const> chunk) const;
    [[nodiscard]] Index chunk_bytes() const { return chunk_bytes_; }

  protected:
    /// `permutation`: dimensions from fastest to slowest, for chunks and boxes alike.
    /// `fill`: the element for chunks that are not stored. Empty: zeros.
    ChunkBoxes(Extents unit, std::vector<int> permutation, Index element_bytes, CodecList codecs, std::vector<std::byte> fill);

    /// Reads the stored bytes of a chunk. Returns false if it is not stored. May throw DamagedBytes.
    virtual bool load(int member, Extents const& chunk, ChunkInfo const& place, std::vector<std::byte>& encoded) = 0;
    /// Throws an error that names the chunk.
    [[noreturn]] virtual void throw_damaged(Extents const& chunk, std::string const& why) const = 0;

    /// Resizes to exactly this many bytes. A vector that grows by itself may take twice the memory.
    static void resize(std::vector<std::byte>& encoded, Index bytes);
    [[nodiscard]] CodecChain const& chain() const { return rooms_.front().chain; }

  private:
    /// Buffers and codecs of one decoding thread.
    struct Room {
        CodecChain chain;
        std::vector<std::byte> encoded = {};
        // State of the last begin():
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
    std::vector<Room> rooms_; // one per member
};

} // namespace tessera
