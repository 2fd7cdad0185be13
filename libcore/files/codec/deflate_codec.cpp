// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the codecs of zlib and gzip.
// libdeflate takes a third to half of zlib's time, because it gets a whole chunk at once.
#include "libcore/files/codec/codecs.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <libdeflate.h>
#include <memory>
#define ZLIB_CONST // zlib's input is const
#include <zlib.h>

namespace tessera {

namespace {

enum class Wrapping { Zlib, Gzip };

struct FreeDeflater {
    void operator()(libdeflate_compressor* deflater) const { libdeflate_free_compressor(deflater); }
};
struct FreeInflater {
    void operator()(libdeflate_decompressor* inflater) const { libdeflate_free_decompressor(inflater); }
};

constexpr int most_level = 12; // libdeflate's maximum

// The library's working memory, one per thread, made at first use. It keeps no data from one chunk to the next.

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

class DeflateCodec : public Codec {
  public:
    DeflateCodec(Wrapping wrapping, int level)
        : wrapping_(wrapping), level_(level < 0 ? usual_level : std::min(level, most_level)) {}

    [[nodiscard]] std::string_view name() const override { return wrapping_ == Wrapping::Gzip ? "gzip" : "zlib"; }
    [[nodiscard]] Index most_bytes(Index plain) const override {
        auto const most = wrapping_ == Wrapping::Gzip ? libdeflate_gzip_compress_bound : libdeflate_zlib_compress_bound;
        return narrow<Index>(most(nullptr, as_size(plain)));
    }

    [[nodiscard]] CodecPointer strict() const override;

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        auto const deflate = wrapping_ == Wrapping::Gzip ? libdeflate_gzip_compress : libdeflate_zlib_compress;
        std::size_t const bytes = deflate(deflater_of(level_), plain.data(), plain.size(), encoded.data(), encoded.size());
        if (bytes == 0) throw std::runtime_error("deflating a chunk: it became longer than it may");
        return narrow<Index>(bytes);
    }

    /// Decodes all members of a gzip stream.
    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        libdeflate_decompressor* const inflater = inflater_of_thread();
        auto const inflate = wrapping_ == Wrapping::Gzip ? libdeflate_gzip_decompress_ex : libdeflate_zlib_decompress_ex;
        std::size_t done = 0;
        do {
            std::size_t in = 0;
            std::size_t out = 0;
            auto const result =
                inflate(inflater, encoded.data(), encoded.size(), plain.data() + done, plain.size() - done, &in, &out);
            if (result != LIBDEFLATE_SUCCESS) throw_damaged(result == LIBDEFLATE_INSUFFICIENT_SPACE);
            encoded = encoded.subspan(in);
            done += out;
        } while (wrapping_ == Wrapping::Gzip && !encoded.empty());
        return narrow<Index>(done);
    }

  protected:
    [[nodiscard]] Wrapping wrapping() const { return wrapping_; }
    [[noreturn]] void throw_damaged(bool too_long) const {
        throw DamagedBytes(fmt::format("{} cannot decode it ({})", name(),
                                       too_long ? "it is longer than it should be" : "its bytes or its checksum are wrong"));
    }

  private:
    static constexpr int usual_level = 6;

    Wrapping wrapping_;
    int level_;
};

/// Decodes by zlib, as most other readers do. It refuses unassigned codes, which libdeflate treats as the only assigned code.
class StrictDeflateCodec final : public DeflateCodec {
  public:
    explicit StrictDeflateCodec(Wrapping wrapping) : DeflateCodec(wrapping, -1) {}

    [[nodiscard]] CodecPointer strict() const override { return nullptr; }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        constexpr int with_gzip_header = 16;
        z_stream stream{};
        if (inflateInit2(&stream, MAX_WBITS + (wrapping() == Wrapping::Gzip ? with_gzip_header : 0)) != Z_OK)
            throw std::runtime_error("inflating a chunk: there is no memory");
        std::unique_ptr<z_stream, int (*)(z_stream*)> const ended(&stream, inflateEnd);
        stream.next_in = reinterpret_cast<Bytef const*>(encoded.data());
        stream.avail_in = narrow<uInt>(encoded.size());
        stream.next_out = reinterpret_cast<Bytef*>(plain.data());
        stream.avail_out = narrow<uInt>(plain.size());
        do {
            if (inflate(&stream, Z_FINISH) != Z_STREAM_END) throw_damaged(stream.avail_in > 0 && stream.avail_out == 0);
        } while (wrapping() == Wrapping::Gzip && stream.avail_in > 0 && inflateReset(&stream) == Z_OK);
        return std::ssize(plain) - Index{stream.avail_out};
    }
};

CodecPointer DeflateCodec::strict() const {
    return std::make_shared<StrictDeflateCodec>(wrapping_);
}

} // namespace

CodecPointer zlib_codec(int level) {
    return std::make_shared<DeflateCodec>(Wrapping::Zlib, level);
}

CodecPointer gzip_codec(int level) {
    return std::make_shared<DeflateCodec>(Wrapping::Gzip, level);
}

} // namespace tessera
