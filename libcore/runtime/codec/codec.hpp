// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one step that bytes go through on their way to a file, and back.
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

/// Encoded bytes that no encoder made, or that were damaged since.
class DamagedBytes : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Stateless: one codec serves any number of chunks, also at the same time where is_shared(). Failures of a library throw
/// std::runtime_error.
class Codec {
  public:
    Codec() = default;
    Codec(Codec const&) = delete;
    Codec& operator=(Codec const&) = delete;
    virtual ~Codec() = default;

    [[nodiscard]] virtual std::string_view name() const = 0; ///< "zlib", for messages
    /// The most bytes that so many become.
    [[nodiscard]] virtual Index most_bytes(Index plain) const = 0;
    /// Returns how long the bytes have become; `encoded` has room for most_bytes(). Nothing of it is used where a codec that
    /// formats may leave out returns `stays`: the bytes would not become fewer.
    [[nodiscard]] virtual Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const = 0;
    /// The way back; returns how many bytes there are, which fit `plain`. Throws DamagedBytes.
    [[nodiscard]] virtual Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const = 0;
    /// One that decodes only what other readers of the format decode too; null: this one does.
    [[nodiscard]] virtual std::shared_ptr<Codec const> strict() const { return nullptr; }
    /// The length of the blocks, each of which can be decoded without the others, of a chunk that had `plain` bytes; the last may
    /// be shorter. 0: there are none, or the bytes are damaged. The first bytes of the encoded chunk are enough.
    [[nodiscard]] virtual Index block_bytes(std::span<std::byte const>, Index /*plain*/) const { return 0; }
    /// One of these blocks; `block`: where it lies in the chunk; `to` has that length. Throws DamagedBytes.
    virtual void decode_block(std::span<std::byte const>, Run /*block*/, std::span<std::byte>) const {
        throw DamagedBytes("it has no blocks");
    }
    /// Bytes of memory that either way takes besides, for so many.
    [[nodiscard]] virtual Index memory(Index) const { return 0; }
    /// May several threads use it at the same time?
    [[nodiscard]] virtual bool is_shared() const { return true; }

    static constexpr Index stays = -1;
};

using CodecList = std::vector<std::shared_ptr<Codec const>>; ///< in the order of encoding

/// May all of them be used by several threads at the same time?
[[nodiscard]] bool are_shared(CodecList const& codecs);

/// What a chunk that has passed through codecs takes. Chunks have less than 4 GiB.
struct EncodedSize {
    std::uint32_t bytes = 0;
    std::uint32_t left_out = 0; ///< as CodecChain::left_out()
};

/// Codecs one after the other, for chunks that all have `plain_bytes` bytes; with the memory they take. Each thread has its own.
class CodecChain {
  public:
    CodecChain(CodecList codecs, Index plain_bytes);

    [[nodiscard]] bool empty() const { return codecs_.empty(); }
    /// Its codec, where there is one only; else null.
    [[nodiscard]] std::shared_ptr<Codec const> only() const { return codecs_.size() == 1 ? codecs_.front() : nullptr; }
    /// The most bytes an encoded chunk has.
    [[nodiscard]] Index most_bytes() const { return most_.back(); }
    /// Bytes of memory that encode() and decode() keep, at most.
    [[nodiscard]] Index memory() const;

    /// The encoded chunk, until the next call; `plain` itself where there is no codec.
    [[nodiscard]] std::span<std::byte const> encode(std::span<std::byte const> plain);
    /// The same into `encoded`, which has room for most_bytes(); how long it has become.
    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded);
    /// Of what was encoded last: bit i is set where codec i was left out.
    [[nodiscard]] std::uint32_t left_out() const { return left_out_; }
    /// Fills `plain`, plain_bytes long. Throws DamagedBytes, also where there are more or fewer bytes than that. `left_out`: as
    /// above.
    void decode(std::span<std::byte const> encoded, std::span<std::byte> plain, std::uint32_t left_out = 0);
    /// From now on decode() takes only what other readers decode too.
    void be_strict();

  private:
    [[nodiscard]] std::span<std::byte> room(std::size_t step);

    CodecList codecs_;
    std::vector<Index> most_; // before the first codec, and behind each
    std::array<std::vector<std::byte>, 2> rooms_;
    std::uint32_t left_out_ = 0;
};

} // namespace tessera
