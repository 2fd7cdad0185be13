// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of a Zarr array, each in a file of its own.
#include "libcore/runtime/store/zarr/zarr_chunks.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/store/chunk_boxes.hpp"
#include "libcore/runtime/store/zarr/zarr_shards.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

Index bytes_of_chunk(ZarrArray const& array, Extents const& chunk) {
    Index bytes = array.type.element.bytes;
    for (Index const extent : chunk) bytes *= extent;
    return bytes;
}

class ZarrReader final : public ChunkBoxes {
  public:
    ZarrReader(std::string directory, ZarrArray array)
        : ChunkBoxes(array.unit(), array.permutation, array.type.element.bytes), directory_(std::move(directory)),
          array_(std::move(array)), chain_(array_.codecs, chunk_bytes()) {}

    void drop_cache() override { fresh_ = true; }

    [[nodiscard]] std::vector<FileStretch> stretches(std::span<Run const> box) override {
        std::vector<FileStretch> all;
        for_each_chunk(box, array_.unit(), [&](Extents const& chunk) {
            try {
                auto found = find(chunk);
                if (found.bytes) add_stretch(all, {std::move(found.path), *found.bytes});
            } catch (DamagedBytes const&) { // the index of a shard: nobody knows where in it a chunk is
                std::string path = path_of(chunk);
                Index const bytes = PosixFile::open_to_read(path).size();
                if (all.empty() || all.back().file != path) all.push_back({std::move(path), {0, bytes}});
            }
        });
        return all;
    }

  private:
    /// A chunk's file, and where in it the chunk lies; nothing where it is not stored.
    struct Found {
        std::string path;
        std::optional<PosixFile> file = std::nullopt;
        std::optional<Run> bytes = std::nullopt;
    };

    void decode(Extents const& chunk, std::span<std::byte> plain) override {
        try {
            if (!load(chunk)) return fill(plain, array_.fill);
            chain_.decode(encoded_, plain);
        } catch (DamagedBytes const& damage) {
            throw std::runtime_error(fmt::format("the chunk in '{}' is damaged: {}", path_of(chunk), damage.what()));
        }
    }

    [[nodiscard]] std::string path_of(Extents const& chunk) const {
        Extents file_chunk = chunk;
        for (std::size_t d = 0; d < chunk.size(); ++d) file_chunk[d] /= array_.chunk[d] / array_.unit()[d];
        return fmt::format("{}/{}", directory_, zarr_chunk_name(array_, file_chunk));
    }

    Found find(Extents const& chunk) {
        Found found{path_of(chunk)};
        if (std::filesystem::status(found.path).type() == std::filesystem::file_type::not_found) return found;
        found.file.emplace(PosixFile::open_to_read(found.path));
        if (fresh_) found.file->drop_cache();
        found.bytes = array_.shards ? shards_.find(*found.file, found.path, array_, chunk) : Run{0, found.file->size()};
        return found;
    }

    /// The encoded bytes of a chunk; false where it is not stored.
    bool load(Extents const& chunk) {
        Found const found = find(chunk);
        if (!found.bytes) return false;
        Run const bytes = *found.bytes;
        constexpr Index slack = 4096;
        if (bytes.size() > 2 * chain_.most_bytes() + slack)
            throw DamagedBytes(fmt::format("it has {} bytes, far too many", bytes.size()));
        encoded_.resize(as_size(bytes.size()));
        found.file->read(bytes.begin, encoded_);
        return true;
    }

    std::string directory_;
    ZarrArray array_;
    CodecChain chain_;
    ShardIndices shards_;
    std::vector<std::byte> encoded_;
    bool fresh_ = false;
};

class ZarrWriter final : public ChunkWriter {
  public:
    ZarrWriter(std::string directory, ZarrArray array)
        : directory_(std::move(directory)), array_(std::move(array)), chain_(array_.codecs, bytes_of_chunk(array_, array_.unit())) {
    }

    Index write(std::span<Index const> chunk, std::span<std::byte const> elements) override {
        namespace fs = std::filesystem;
        fs::path const path = fs::path(directory_) / zarr_chunk_name(array_, chunk);
        if (path.parent_path() != made_) fs::create_directories(path.parent_path());
        made_ = path.parent_path();
        PosixFile file = PosixFile::open_or_create(path.string());
        std::span<std::byte const> const encoded =
            array_.shards ? encode_shard(array_, elements, chain_, shard_) : chain_.encode(elements);
        file.resize(std::ssize(encoded));
        file.write(0, encoded);
        file.close();
        return std::ssize(encoded);
    }

    [[nodiscard]] Index memory() const override {
        return chain_.memory() + (array_.shards ? most_shard_bytes(array_, chain_.most_bytes()) : 0);
    }

  private:
    std::string directory_;
    ZarrArray array_;
    CodecChain chain_;
    std::vector<std::byte> shard_;
    std::filesystem::path made_; // the last directory of chunks that was seen to be there
};

} // namespace

std::string zarr_chunk_name(ZarrArray const& array, std::span<Index const> chunk) {
    std::string name = array.prefixed ? "c" : chunk.empty() ? "0" : "";
    for (Index const number : chunk) {
        if (!name.empty()) name += array.separator;
        name += std::to_string(number);
    }
    return name;
}

std::shared_ptr<BoxReader> zarr_reader(std::string directory, ZarrArray array) {
    return std::make_shared<ZarrReader>(std::move(directory), std::move(array));
}

std::shared_ptr<ChunkWriter> zarr_writer(std::string directory, ZarrArray array) {
    return std::make_shared<ZarrWriter>(std::move(directory), std::move(array));
}

} // namespace tessera
