// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the value of a key in a Zarr store.
#include "libcore/files/store/zarr/key_bytes.hpp"

#include "libcore/files/codec/codec.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <libdeflate.h>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <zlib.h>

namespace tessera {

namespace {

bool has_plain_file(std::string const& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

/// Owns zlib's state for a raw deflate stream.
class RawInflater {
  public:
    RawInflater() {
        if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::runtime_error("zlib has no memory to inflate");
    }
    RawInflater(RawInflater const&) = delete;
    RawInflater& operator=(RawInflater const&) = delete;
    ~RawInflater() { inflateEnd(&stream_); }
    [[nodiscard]] z_stream& stream() { return stream_; }

  private:
    z_stream stream_{};
};

} // namespace

bool has_key(std::string const& path) {
    if (has_plain_file(path)) return true;
    auto const keyed = keyed_entry(path);
    return keyed && *keyed && (*keyed)->store->has((*keyed)->key);
}

KeyBytes::KeyBytes(KeyLocation value, std::string path) : value_(std::move(value)), path_(std::move(path)) {
    if (value_.file.empty()) return;
    file_.emplace(PosixFile::open_to_read(value_.file));
    if (value_.file == path_) value_.bytes = {0, file_->size()};
    if (value_.bytes.end > file_->size())
        throw std::runtime_error(fmt::format("cannot read '{}': it is bytes {} to {} of '{}', which has {}", path_,
                                             value_.bytes.begin, value_.bytes.end, value_.file, file_->size()));
}

KeyBytes KeyBytes::open(std::string const& path) {
    auto const keyed = keyed_entry(path);
    if (!keyed) throw std::runtime_error(keyed.error().message);
    if (!*keyed) return {KeyLocation{.file = path, .bytes = {}}, path};
    auto value = (*keyed)->store->find((*keyed)->key);
    if (!value) throw std::runtime_error(fmt::format("cannot read '{}': there is no such file", path));
    return {*std::move(value), path};
}

Index KeyBytes::size() const {
    if (value_.file.empty()) return std::ssize(value_.text);
    return value_.inflated.value_or(value_.bytes.size());
}

void KeyBytes::read(Index offset, std::span<std::byte> data) const {
    if (offset > size() || std::ssize(data) > size() - offset)
        throw std::runtime_error(fmt::format("reading '{}': it ends at byte {}", path_, size()));
    if (value_.file.empty())
        std::ranges::copy(std::as_bytes(std::span(value_.text)).subspan(as_size(offset), data.size()), data.begin());
    else if (value_.inflated)
        inflate(offset, data);
    else
        file_->read(value_.bytes.begin + offset, data);
    if (value_.crc && std::ssize(data) == size() && libdeflate_crc32(0, data.data(), data.size()) != *value_.crc)
        throw DamagedBytes("its bytes are not those that its archive has the sum of");
}

/// Inflates from the beginning of the value. Only the requested bytes are kept in memory.
void KeyBytes::inflate(Index offset, std::span<std::byte> data) const {
    constexpr Index piece = Index{1} << 16;
    RawInflater inflater;
    z_stream& stream = inflater.stream();
    std::vector<std::byte> packed(as_size(std::min(piece, value_.bytes.size())));
    std::array<std::byte, as_size(piece)> passed{};
    Index next = value_.bytes.begin;
    Index const end = offset + std::ssize(data);
    int state = Z_OK;
    for (Index at = 0; at < end;) {
        if (stream.avail_in == 0 && next < value_.bytes.end) {
            auto const part = std::span(packed).first(as_size(std::min(piece, value_.bytes.end - next)));
            file_->read(next, part);
            next += std::ssize(part);
            stream.next_in = reinterpret_cast<Bytef*>(part.data());
            stream.avail_in = static_cast<uInt>(part.size());
        }
        bool const wanted = at >= offset;
        auto const room = wanted ? data.subspan(as_size(at - offset)).first(as_size(std::min(piece, end - at)))
                                 : std::span(passed).first(as_size(std::min(piece, offset - at)));
        stream.next_out = reinterpret_cast<Bytef*>(room.data());
        stream.avail_out = static_cast<uInt>(room.size());
        state = state == Z_STREAM_END ? Z_DATA_ERROR : ::inflate(&stream, Z_NO_FLUSH);
        if (state != Z_OK && state != Z_STREAM_END) throw DamagedBytes("its deflated bytes are damaged, or cut off");
        at += std::ssize(room) - static_cast<Index>(stream.avail_out);
    }
}

void KeyBytes::drop_cache() const {
    if (file_) file_->drop_cache();
}

FileExtent KeyBytes::stretch(Run bytes) const {
    if (value_.file.empty()) return {path_, {}};
    if (value_.inflated) return {value_.file, value_.bytes};
    return {value_.file, {value_.bytes.begin + bytes.begin, value_.bytes.begin + bytes.end}};
}

} // namespace tessera
