// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of a Zarr array, one file each.
#include "libcore/files/store/zarr/zarr_chunks.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/open_folder.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/chunk_boxes.hpp"
#include "libcore/files/store/zarr/key_bytes.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_shards.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <string_view>
#include <system_error>
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
        : ChunkBoxes(array.unit(), array.permutation, array.type.element.bytes, array.codecs, array.fill),
          directory_(std::move(directory)), array_(std::move(array)), shards_(1) {}

    void drop_cache() override { fresh_ = true; }

    int share_among(int wanted) override {
        int const members = ChunkBoxes::share_among(wanted);
        shards_.resize(std::max(shards_.size(), as_size(members)));
        return members;
    }

    [[nodiscard]] std::vector<FileExtent> stretches(std::span<Run const> box) override {
        std::vector<FileExtent> all;
        for_each_chunk(box, array_.unit(), [&](Extents const& chunk) {
            try {
                auto found = look_up(0, chunk);
                if (found.bytes) add_extent(all, found.file->stretch(*found.bytes));
            } catch (DamagedBytes const&) { // a damaged shard index: the chunk's offset is unknown
                KeyBytes const shard = KeyBytes::open(path_of(chunk));
                FileExtent whole = shard.stretch({0, shard.size()});
                if (all.empty() || all.back() != whole) all.push_back(std::move(whole));
            }
        });
        return all;
    }

    /// Returns false for stores in one file, where chunks may be deflated.
    [[nodiscard]] bool is_plain() const override {
        auto const keyed = keyed_path(directory_);
        return chain().empty() && chunk_bytes() > longest_run && keyed && !*keyed;
    }
    [[nodiscard]] std::optional<FileExtent> plain_place(Extents const& chunk) override {
        try {
            Found found = look_up(0, chunk);
            if (!found.bytes) return std::nullopt;
            if (found.bytes->size() != chunk_bytes())
                throw DamagedBytes(fmt::format("it has {} bytes, not {}", found.bytes->size(), chunk_bytes()));
            return FileExtent{std::move(found.path), *found.bytes};
        } catch (DamagedBytes const& damage) {
            throw_damaged(chunk, damage.what());
        }
    }

    /// Inspects only the first chunk. Others usually have the same block size, and are decoded correctly in any case.
    [[nodiscard]] bool in_runs() override {
        if (!chain().only() || !array_.shards.empty() || chunk_bytes() <= longest_run) return false;
        try {
            Found const found = look_up(0, Extents(array_.chunk.size(), 0));
            constexpr Index front = 64;
            if (!found.bytes) return false;
            std::vector<std::byte> begin(as_size(std::min(front, found.bytes->size())));
            found.file->read(0, begin);
            Index const block = chain().only()->block_bytes(begin, chunk_bytes());
            return block > 0 && block <= longest_run;
        } catch (std::runtime_error const&) { // the later read reports the failure
            return false;
        }
    }

    /// Counts file names in the directories, which is cheaper than a lookup of every chunk. Chunks in shards are counted by index.
    [[nodiscard]] std::optional<Index> stored_chunks() override {
        Index count = 0;
        Extents chunk;
        if (auto const keyed = keyed_path(directory_); keyed && *keyed) return stored_keys(**keyed);
        std::string const first = array_.prefixed && array_.separator == '/' ? "/c" : "";
        if (first.empty() || std::filesystem::is_directory(directory_ + first)) count_stored(directory_ + first, chunk, count);
        return count;
    }

  private:
    [[nodiscard]] Index stored_keys(KeyedPath const& directory) {
        Index count = 0;
        for (std::string const& name : directory.store->below(directory.key))
            if (auto const chunk = chunk_of_key(name); chunk && is_in_grid(*chunk))
                count += array_.shards.empty() ? 1 : stored_in_shard(*chunk);
        return count;
    }

    /// Parses the full name of a chunk into its numbers.
    [[nodiscard]] std::optional<Extents> chunk_of_key(std::string_view name) const {
        Extents chunk;
        if (array_.chunk.empty()) return name == zarr_chunk_name(array_, {}) ? std::optional(chunk) : std::nullopt;
        bool const nested = array_.separator == '/';
        if (nested && array_.prefixed) name = name.starts_with("c/") ? name.substr(2) : "";
        while (!name.empty()) {
            std::size_t const end = nested ? std::min(name.find('/'), name.size()) : name.size();
            if (!add_numbers(chunk, name.substr(0, end))) return std::nullopt;
            name.remove_prefix(std::min(end + 1, name.size()));
        }
        return chunk.size() == array_.chunk.size() ? std::optional(chunk) : std::nullopt;
    }

    /// Counts chunks below a directory. `chunk`: the numbers in the directory's name.
    void count_stored(std::string const& path, Extents& chunk, Index& count) {
        bool const nested = array_.separator == '/' && array_.chunk.size() > 1;
        if (array_.chunk.empty()) {
            count += is_chunk_stored(directory_, path_of({}), array_) ? 1 : 0;
            return;
        }
        for (auto const& entry : std::filesystem::directory_iterator(path)) {
            std::size_t const before = chunk.size();
            if (add_numbers(chunk, entry.path().filename().string()) && is_in_grid(chunk)) {
                if (chunk.size() == array_.chunk.size())
                    count += array_.shards.empty() ? 1 : stored_in_shard(chunk);
                else if (nested)
                    count_stored(entry.path().string(), chunk, count);
            }
            chunk.resize(before);
        }
    }

    /// Parses "3", or all numbers of a chunk, "c.3.4". Returns false if it is not a chunk's name.
    bool add_numbers(Extents& chunk, std::string_view name) const {
        bool const nested = array_.separator == '/';
        if (array_.prefixed && !nested) {
            if (!name.starts_with("c.")) return false;
            name.remove_prefix(2);
        }
        for (bool more = true; more;) {
            std::size_t const end = nested ? name.size() : std::min(name.find('.'), name.size());
            Index number = 0;
            auto const read = std::from_chars(name.data(), name.data() + end, number);
            if (read.ec != std::errc() || read.ptr != name.data() + end) return false;
            chunk.push_back(number);
            more = end < name.size();
            name.remove_prefix(more ? end + 1 : end);
        }
        return nested ? chunk.size() <= array_.chunk.size() : chunk.size() == array_.chunk.size();
    }

    [[nodiscard]] bool is_in_grid(Extents const& chunk) const {
        for (std::size_t d = 0; d < chunk.size(); ++d)
            if (chunk[d] < 0 || chunk[d] * array_.chunk[d] >= array_.extents[d]) return false;
        return true;
    }

    Index stored_in_shard(Extents const& shard) {
        Index count = 0;
        std::vector<Run> box;
        for (std::size_t d = 0; d < shard.size(); ++d)
            box.push_back({shard[d] * array_.chunk[d], std::min((shard[d] + 1) * array_.chunk[d], array_.extents[d])});
        for_each_chunk(box, array_.unit(), [&](Extents const& chunk) { count += look_up(0, chunk).bytes ? 1 : 0; });
        return count;
    }

    /// A chunk's file and the range of the chunk in it; `bytes` is empty if the chunk is not stored.
    struct Found {
        std::string path;
        std::optional<KeyBytes> file = std::nullopt;
        std::optional<Run> bytes = std::nullopt;
    };

    [[nodiscard]] std::string path_of(Extents const& chunk) const {
        Extents file_chunk = chunk;
        for (std::size_t d = 0; d < chunk.size(); ++d) file_chunk[d] /= array_.chunk[d] / array_.unit()[d];
        return fmt::format("{}/{}", directory_, zarr_chunk_name(array_, file_chunk));
    }

    Found look_up(int member, Extents const& chunk) {
        Found found{path_of(chunk)};
        if (!is_chunk_stored(directory_, found.path, array_)) return found;
        found.file.emplace(KeyBytes::open(found.path));
        if (fresh_) found.file->drop_cache();
        found.bytes = shards_[as_size(member)].find(*found.file, found.path, array_, chunk);
        return found;
    }

    [[noreturn]] void throw_damaged(Extents const& chunk, std::string const& why) const override {
        throw std::runtime_error(fmt::format("the chunk in '{}' is damaged: {}", path_of(chunk), why));
    }

    bool load(int member, Extents const& chunk, ChunkInfo const&, std::vector<std::byte>& encoded) override {
        Found const found = look_up(member, chunk);
        if (!found.bytes) return false;
        Run const bytes = *found.bytes;
        constexpr Index slack = 4096;
        if (bytes.size() > 2 * chain().most_bytes() + slack)
            throw DamagedBytes(fmt::format("it has {} bytes, far too many", bytes.size()));
        resize(encoded, bytes.size());
        found.file->read(bytes.begin, encoded);
        return true;
    }

    std::string directory_;
    ZarrArray array_;
    std::vector<ShardIndices> shards_; // one per member
    bool fresh_ = false;
};

class ZarrWriter final : public ChunkWriter {
  public:
    ZarrWriter(std::string directory, ZarrArray array)
        : directory_(std::make_shared<OpenFolder>(directory)), path_(std::move(directory)),
          array_(std::move(array)), rooms_{{CodecChain(array_.codecs, bytes_of_chunk(array_, array_.unit())), {}, {}, {}}} {}

    int share_among(int wanted) override {
        int const members = are_shared(array_.codecs) ? wanted : 1;
        Room const like = rooms_.front();
        rooms_.resize(std::max(rooms_.size(), as_size(members)), like);
        return members;
    }

    Index write(int member, std::span<Index const> chunk, std::span<std::byte const> elements) override {
        Room& room = rooms_[as_size(member)];
        PosixFile file = opened(room, zarr_chunk_name(array_, chunk));
        std::span<std::byte const> const encoded =
            array_.shards.empty() ? room.chain.encode(elements) : encode_shard(array_, elements, room.chain, room.shard);
        file.write(0, encoded);
        if (file.size() > std::ssize(encoded)) file.resize(std::ssize(encoded)); // an interrupted copy may have left a longer file
        constexpr Index page = 4096;
        file.begin_sync({0, ceil_div(std::ssize(encoded), page) * page}); // starts writing now, so that the final sync waits less
        file.close();
        return std::ssize(encoded);
    }

    [[nodiscard]] std::string file_of_pieces(std::span<Index const> chunk) override {
        std::string const name = zarr_chunk_name(array_, chunk);
        Index const bytes = bytes_of_chunk(array_, array_.chunk);
        PosixFile file = opened(rooms_.front(), name);
        if (file.size() < bytes) file.resize(bytes);
        file.close();
        return fmt::format("{}/{}", path_, name);
    }

    [[nodiscard]] Index memory() const override {
        CodecChain const& chain = rooms_.front().chain;
        return chain.memory() + (array_.shards.empty() ? 0 : most_shard_bytes(array_, chain.most_bytes()));
    }

  private:
    /// Buffers and open folder of a member.
    struct Room {
        CodecChain chain;
        std::vector<std::byte> shard;
        std::string names;                        ///< folder of the last chunk, relative to the array's
        std::shared_ptr<OpenFolder const> folder; ///< that folder, opened without following links
    };

    [[nodiscard]] PosixFile opened(Room& room, std::string const& name) const {
        std::string const inner = name.substr(0, name.rfind('/') + 1);
        if (!room.folder || inner != room.names) room.folder = inner.empty() ? directory_ : directory_->made_below(inner);
        room.names = inner;
        return PosixFile::open_or_create(fmt::format("{}/{}", path_, name), room.folder.get());
    }

    std::shared_ptr<OpenFolder const> directory_;
    std::string path_; // path of directory_
    ZarrArray array_;
    std::vector<Room> rooms_;
};

} // namespace

bool is_chunk_stored(std::string const& directory, std::string const& path, ZarrArray const& array) {
    auto const stored = is_stored(path);
    if (!stored) throw std::runtime_error(stored.error().message);
    if (*stored || array.separator != '.' || array.chunk.size() < 2) return *stored;
    auto const first = path.find('.', directory.size() + 1);
    std::string const nested = path.substr(0, first);
    if (!array.prefixed && is_store_folder(nested))
        throw std::runtime_error(fmt::format("'{}' is a directory of chunks, but by its metadata the array has files like '{}'; "
                                             "say \"dimension_separator\": \"/\" there",
                                             nested, path));
    return false;
}

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
