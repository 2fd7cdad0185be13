// SPDX-License-Identifier: BSD-3-Clause
// Tessera: deflated bytes, in zlib's wrapping or gzip's.
#include "libcore/runtime/codec/codecs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <zlib.h>

namespace tessera {

namespace {

enum class Wrapping { Zlib, Gzip };

/// zlib's name for it, added to the size of its window.
int window_bits(Wrapping wrapping) {
    constexpr int gzip = 16;
    return wrapping == Wrapping::Gzip ? MAX_WBITS + gzip : MAX_WBITS;
}

/// The two ends of a stream, which zlib counts in 32 bits.
class Stream {
  public:
    Stream(std::span<std::byte const> in, std::span<std::byte> out) : in_(in), out_(out) {}

    z_stream& handle() { return z_; }
    /// One step of deflate() or inflate().
    template <class Step>
    int run(Step const& step, int flush) {
        auto const most = std::size_t{std::numeric_limits<uInt>::max()};
        std::size_t const in = std::min(in_.size(), most);
        std::size_t const out = std::min(out_.size(), most);
        z_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in_.data())); // zlib does not write there
        z_.avail_in = static_cast<uInt>(in);
        z_.next_out = reinterpret_cast<Bytef*>(out_.data());
        z_.avail_out = static_cast<uInt>(out);
        int const code = step(&z_, in == in_.size() ? flush : Z_NO_FLUSH);
        in_ = in_.subspan(in - z_.avail_in);
        out_ = out_.subspan(out - z_.avail_out);
        done_ += static_cast<Index>(out - z_.avail_out);
        return code;
    }
    [[nodiscard]] bool at_end() const { return in_.empty(); }
    [[nodiscard]] Index done() const { return done_; }

  private:
    z_stream z_{};
    std::span<std::byte const> in_;
    std::span<std::byte> out_;
    Index done_ = 0;
};

class DeflateCodec final : public Codec {
  public:
    DeflateCodec(Wrapping wrapping, int level) : wrapping_(wrapping), level_(level) {}

    [[nodiscard]] std::string_view name() const override { return wrapping_ == Wrapping::Gzip ? "gzip" : "zlib"; }
    [[nodiscard]] Index most_bytes(Index plain) const override {
        constexpr Index wrapping = 32; // gzip's is the longer one
        return plain + (plain >> 12) + (plain >> 14) + (plain >> 25) + wrapping;
    }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        Stream stream(plain, encoded);
        constexpr int usual_memory = 8;
        int code = deflateInit2(&stream.handle(), level_, Z_DEFLATED, window_bits(wrapping_), usual_memory, Z_DEFAULT_STRATEGY);
        while (code == Z_OK) code = stream.run(deflate, Z_FINISH);
        deflateEnd(&stream.handle());
        if (code != Z_STREAM_END) throw std::runtime_error(fmt::format("deflating a chunk: zlib's error {}", code));
        return stream.done();
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        Stream stream(encoded, plain);
        int code = inflateInit2(&stream.handle(), window_bits(wrapping_));
        while (code == Z_OK) {
            code = stream.run(inflate, Z_NO_FLUSH);
            bool const another = code == Z_STREAM_END && wrapping_ == Wrapping::Gzip && !stream.at_end();
            if (another) code = inflateReset(&stream.handle());
        }
        inflateEnd(&stream.handle());
        if (code != Z_STREAM_END) throw DamagedBytes(fmt::format("{} cannot decode it (error {})", name(), code));
        return stream.done();
    }

  private:
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
