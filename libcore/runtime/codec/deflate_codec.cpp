// SPDX-License-Identifier: BSD-3-Clause
// Tessera: deflated bytes, in zlib's wrapping or gzip's. libdeflate makes and reads the same format as zlib in a half to a third of
// its time, because it has a chunk's bytes all at once.
#include "libcore/runtime/codec/codecs.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <libdeflate.h>
#include <memory>

namespace tessera {

namespace {

enum class Wrapping { Zlib, Gzip };

struct FreeDeflater {
    void operator()(libdeflate_compressor* deflater) const { libdeflate_free_compressor(deflater); }
};
struct FreeInflater {
    void operator()(libdeflate_decompressor* inflater) const { libdeflate_free_decompressor(inflater); }
};

constexpr int most_level = 12; // libdeflate's

// What the library works in, of each thread: made when it is first wanted; nothing of one chunk is left in it for the next.

libdeflate_compressor* deflater_of(int level) {
    thread_local std::array<std::unique_ptr<libdeflate_compressor, FreeDeflater>, most_level + 1> deflaters;
    auto& deflater = deflaters.at(as_size(level));
    if (!deflater) deflater.reset(libdeflate_alloc_compressor(level));
    if (!deflater) throw std::runtime_error("deflating a chunk: there is no memory");
    return deflater.get();
}

libdeflate_decompressor* inflater_of_thread() {
    thread_local std::unique_ptr<libdeflate_decompressor, FreeInflater> inflater;
    if (!inflater) inflater.reset(libdeflate_alloc_decompressor());
    if (!inflater) throw std::runtime_error("inflating a chunk: there is no memory");
    return inflater.get();
}

class DeflateCodec final : public Codec {
  public:
    DeflateCodec(Wrapping wrapping, int level)
        : wrapping_(wrapping), level_(level < 0 ? usual_level : std::min(level, most_level)) {}

    [[nodiscard]] std::string_view name() const override { return wrapping_ == Wrapping::Gzip ? "gzip" : "zlib"; }
    [[nodiscard]] Index most_bytes(Index plain) const override {
        auto const most = wrapping_ == Wrapping::Gzip ? libdeflate_gzip_compress_bound : libdeflate_zlib_compress_bound;
        return narrow<Index>(most(nullptr, as_size(plain)));
    }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        auto const deflate = wrapping_ == Wrapping::Gzip ? libdeflate_gzip_compress : libdeflate_zlib_compress;
        std::size_t const bytes = deflate(deflater_of(level_), plain.data(), plain.size(), encoded.data(), encoded.size());
        if (bytes == 0) throw std::runtime_error("deflating a chunk: it became longer than it may");
        return narrow<Index>(bytes);
    }

    /// A gzip stream may consist of several members.
    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        libdeflate_decompressor* const inflater = inflater_of_thread();
        auto const inflate = wrapping_ == Wrapping::Gzip ? libdeflate_gzip_decompress_ex : libdeflate_zlib_decompress_ex;
        std::size_t done = 0;
        do {
            std::size_t in = 0;
            std::size_t out = 0;
            auto const result =
                inflate(inflater, encoded.data(), encoded.size(), plain.data() + done, plain.size() - done, &in, &out);
            if (result != LIBDEFLATE_SUCCESS) throw DamagedBytes(fmt::format("{} cannot decode it ({})", name(), reason(result)));
            encoded = encoded.subspan(in);
            done += out;
        } while (wrapping_ == Wrapping::Gzip && !encoded.empty());
        return narrow<Index>(done);
    }

  private:
    static constexpr int usual_level = 6;

    [[nodiscard]] static char const* reason(libdeflate_result result) {
        return result == LIBDEFLATE_INSUFFICIENT_SPACE ? "it is longer than it should be" : "its bytes or its checksum are wrong";
    }

    Wrapping wrapping_;
    int level_;
};

} // namespace

CodecPointer zlib_codec(int level) {
    return std::make_shared<DeflateCodec>(Wrapping::Zlib, level);
}

CodecPointer gzip_codec(int level) {
    return std::make_shared<DeflateCodec>(Wrapping::Gzip, level);
}

} // namespace tessera
