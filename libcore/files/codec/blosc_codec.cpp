// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the codec of Blosc 1.
#include "libcore/files/codec/codecs.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <blosc.h>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

constexpr int own_thread = 1; // one thread, because the ranks use all processors

class BloscCodec final : public Codec {
  public:
    explicit BloscCodec(BloscSettings settings) : settings_(std::move(settings)) {}

    [[nodiscard]] std::string_view name() const override { return "blosc"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain + BLOSC_MAX_OVERHEAD; }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        if (plain.size() > BLOSC_MAX_BUFFERSIZE) throw std::runtime_error("blosc takes chunks below 2 GiB");
        int const bytes = blosc_compress_ctx(settings_.level, settings_.shuffle, as_size(settings_.element_bytes), plain.size(),
                                             plain.data(), encoded.data(), encoded.size(), settings_.compressor.c_str(),
                                             as_size(settings_.block_bytes), own_thread);
        if (bytes <= 0) throw std::runtime_error(fmt::format("blosc cannot encode a chunk with '{}'", settings_.compressor));
        return bytes;
    }

    /// Uses the header only after Blosc has validated it.
    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        std::size_t bytes = 0;
        bool const sound = encoded.size() >= BLOSC_MIN_HEADER_LENGTH &&
                           blosc_cbuffer_validate(encoded.data(), encoded.size(), &bytes) == 0 && bytes <= plain.size();
        int const done = sound ? blosc_decompress_ctx(encoded.data(), plain.data(), plain.size(), own_thread) : -1;
        if (done < 0) throw DamagedBytes("blosc cannot decode it");
        return done;
    }

    [[nodiscard]] Index block_bytes(std::span<std::byte const> encoded, Index plain) const override {
        if (encoded.size() < BLOSC_MIN_HEADER_LENGTH) return 0;
        std::size_t bytes = 0;
        std::size_t encoded_bytes = 0;
        std::size_t block = 0;
        blosc_cbuffer_sizes(encoded.data(), &bytes, &encoded_bytes, &block);
        std::size_t const element = element_bytes(encoded);
        bool const in_elements = element > 0 && block % element == 0 && bytes % element == 0;
        return in_elements && bytes == as_size(plain) ? static_cast<Index>(block) : 0;
    }

    void decode_block(std::span<std::byte const> encoded, Run block, std::span<std::byte> to) const override {
        std::size_t bytes = 0;
        bool const sound = blosc_cbuffer_validate(encoded.data(), encoded.size(), &bytes) == 0 && as_size(block.end) <= bytes;
        auto const element = static_cast<Index>(element_bytes(encoded));
        int const done = sound ? blosc_getitem(encoded.data(), narrow<int>(block.begin / element),
                                               narrow<int>(block.size() / element), to.data())
                               : -1;
        if (done != block.size()) throw DamagedBytes("blosc cannot decode it");
    }

  private:
    /// Returns the element size that the header contains.
    static std::size_t element_bytes(std::span<std::byte const> encoded) {
        std::size_t bytes = 0;
        int flags = 0;
        blosc_cbuffer_metainfo(encoded.data(), &bytes, &flags);
        return bytes;
    }

    BloscSettings settings_;
};

} // namespace

CodecPointer blosc_codec(BloscSettings const& settings) {
    return std::make_shared<BloscCodec>(settings);
}

bool blosc_knows(std::string const& compressor) {
    return blosc_compname_to_compcode(compressor.c_str()) >= 0;
}

} // namespace tessera
