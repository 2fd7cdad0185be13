// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a codec, and chains of codecs.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Encoded bytes that are damaged or were not made by an encoder.
class DamagedBytes : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// One step of encoding and decoding. Stateless: one codec serves any number of chunks, also at the same time if is_shared().
/// Failures of a library throw std::runtime_error.
class Codec {
  public:
    Codec() = default;
    Codec(Codec const&) = delete;
    Codec& operator=(Codec const&) = delete;
    virtual ~Codec() = default;

    [[nodiscard]] virtual std::string_view name() const = 0; ///< name for messages, such as "zlib"
    /// Returns the largest encoded length of `plain` bytes.
    [[nodiscard]] virtual Index most_bytes(Index plain) const = 0;
    /// Encodes a chunk and returns the encoded length. `encoded` has room for most_bytes(). A codec that formats may omit
    /// returns `stays` if the bytes would not become fewer; then the contents of `encoded` are not used.
    [[nodiscard]] virtual Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const = 0;
    /// Decodes a chunk and returns the decoded length, which is at most that of `plain`. Throws DamagedBytes.
    [[nodiscard]] virtual Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const = 0;
    /// Returns a codec that decodes only what other readers of the format also decode. Null: this one does.
    [[nodiscard]] virtual std::shared_ptr<Codec const> strict() const { return nullptr; }
    /// Returns the length of the blocks that can be decoded independently, in a chunk of `plain` bytes. The last block may be
    /// shorter. 0: there are no blocks, or the bytes are damaged. The first bytes of the encoded chunk are enough.
    [[nodiscard]] virtual Index block_bytes(std::span<std::byte const>, Index /*plain*/) const { return 0; }
    /// Decodes one block. `block`: its bytes in the chunk; `to` has the same length. Throws DamagedBytes.
    virtual void decode_block(std::span<std::byte const>, Run /*block*/, std::span<std::byte>) const {
        throw DamagedBytes("it has no blocks");
    }
    /// Returns the bytes of additional memory that encoding or decoding a chunk of this length needs.
    [[nodiscard]] virtual Index memory(Index) const { return 0; }
    /// Returns whether several threads may use it at the same time.
    [[nodiscard]] virtual bool is_shared() const { return true; }

    static constexpr Index stays = -1;
};

using CodecList = std::vector<std::shared_ptr<Codec const>>; ///< in the order of encoding

/// Returns whether several threads may use all of them at the same time.
[[nodiscard]] bool are_shared(CodecList const& codecs);

/// Result of encoding a chunk. Chunks are shorter than 4 GiB.
struct EncodedSize {
    std::uint32_t bytes = 0;
    std::uint32_t left_out = 0; ///< see CodecChain::left_out()
};

/// A sequence of codecs for chunks of `plain_bytes` bytes, with the memory between them. Each thread has its own chain.
class CodecChain {
  public:
    CodecChain(CodecList codecs, Index plain_bytes);

    [[nodiscard]] bool empty() const { return codecs_.empty(); }
    /// Returns the codec if there is only one, else null.
    [[nodiscard]] std::shared_ptr<Codec const> only() const { return codecs_.size() == 1 ? codecs_.front() : nullptr; }
    /// Returns the largest length of an encoded chunk, in bytes.
    [[nodiscard]] Index most_bytes() const { return most_.back(); }
    /// Returns the largest memory that encode() and decode() use, in bytes.
    [[nodiscard]] Index memory() const;

    /// Returns the encoded chunk, valid until the next call; `plain` itself if there is no codec.
    [[nodiscard]] std::span<std::byte const> encode(std::span<std::byte const> plain);
    /// Encodes into `encoded`, which has room for most_bytes(), and returns the encoded length.
    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded);
    /// Returns which codecs the last encode() omitted: bit i is set if codec i was omitted.
    [[nodiscard]] std::uint32_t left_out() const { return left_out_; }
    /// Decodes into `plain`, plain_bytes long. Throws DamagedBytes, also if the decoded length differs. `left_out`: as above.
    void decode(std::span<std::byte const> encoded, std::span<std::byte> plain, std::uint32_t left_out = 0);
    /// Makes decode() accept only what other readers also decode.
    void be_strict();

  private:
    [[nodiscard]] std::span<std::byte> room(std::size_t step);

    CodecList codecs_;
    std::vector<Index> most_; // before the first codec, and after each
    std::array<std::vector<std::byte>, 2> rooms_;
    std::uint32_t left_out_ = 0;
};

} // namespace tessera
