// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of any length in Zarr stores.
#include "libcore/files/store/zarr/zarr_texts.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/base/utf8.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/array_notes.hpp"
#include "libcore/files/store/zarr/zarr_characters.hpp"
#include "libcore/files/store/zarr/zarr_chunks.hpp"
#include "libcore/files/store/zarr/zarr_shards.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

void append_number(Bytes& bytes, std::size_t number) {
    if (number > std::numeric_limits<std::uint32_t>::max()) throw std::runtime_error("a text has more than 4 GiB");
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::byte>(number >> shift));
}

Bytes packed(std::span<std::string const> texts) {
    Bytes bytes;
    append_number(bytes, texts.size());
    for (std::string const& text : texts) {
        append_number(bytes, text.size());
        auto const content = std::as_bytes(std::span(text));
        bytes.insert(bytes.end(), content.begin(), content.end());
    }
    return bytes;
}

/// Takes numbers and texts from the front of a byte sequence. Throws DamagedBytes if it is too short.
class Unpacking {
  public:
    explicit Unpacking(std::span<std::byte const> bytes) : bytes_(bytes) {}

    std::size_t number() {
        std::size_t value = 0;
        unsigned shift = 0;
        for (std::byte const byte : taken(4)) {
            value |= static_cast<std::size_t>(byte) << shift;
            shift += 8;
        }
        return value;
    }
    std::string text() {
        auto const content = taken(number());
        std::string made;
        for (std::byte const byte : content) made.push_back(static_cast<char>(byte));
        return made;
    }
    [[nodiscard]] bool is_done() const { return bytes_.empty(); }

  private:
    std::span<std::byte const> taken(std::size_t count) {
        if (count > bytes_.size()) throw DamagedBytes("its texts end too early");
        auto const front = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return front;
    }

    std::span<std::byte const> bytes_;
};

std::vector<std::string> unpacked(std::span<std::byte const> bytes, std::size_t expected) {
    Unpacking rest(bytes);
    std::size_t const count = rest.number();
    if (count != expected) throw DamagedBytes(fmt::format("it has {} texts, not {}", count, expected));
    std::vector<std::string> texts;
    while (texts.size() < count) texts.push_back(rest.text());
    if (!rest.is_done()) throw DamagedBytes("bytes follow its last text");
    return texts;
}

/// Decodes bytes of unknown decoded length: the buffer grows until they fit.
Bytes decoded(Codec const& codec, Bytes const& encoded) {
    constexpr std::size_t least = std::size_t{1} << 16;
    constexpr std::size_t most = std::size_t{1} << 30;
    constexpr std::size_t growth = 8;
    for (std::size_t room = std::max(growth * encoded.size(), least);; room *= growth) {
        Bytes plain(std::min(room, most));
        try {
            plain.resize(as_size(codec.decode(encoded, plain)));
            return plain;
        } catch (DamagedBytes const&) {
            if (room >= most) throw;
        }
    }
}

/// Visits the elements of a box, last dimension fastest.
template <class Visit>
void for_each_element(std::span<Run const> box, Visit const& visit) {
    Extents counts;
    for (Run const run : box) counts.insert(counts.begin(), run.size());
    for_each_combination(counts, [&](Extents at) {
        std::ranges::reverse(at);
        for (std::size_t d = 0; d < at.size(); ++d) at[d] += box[d].begin;
        visit(at);
    });
}

/// Common part of the reader and the writer of texts in a store.
class TextChunks {
  public:
    TextChunks(std::string directory, ZarrArray array) : directory_(std::move(directory)), array_(std::move(array)) {
        for (Index const extent : array_.unit()) count_ *= as_size(extent);
    }

    [[nodiscard]] ZarrArray const& array() const { return array_; }
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] std::string path_of(std::span<Index const> chunk) const {
        return fmt::format("{}/{}", directory_, zarr_chunk_name(array_, chunk));
    }
    [[nodiscard]] std::string fill() const {
        if (array_.type.of_bytes) return sequence_fill(array_.text_fill).value_or("");
        auto const json = nlohmann::json::parse(array_.text_fill, nullptr, false);
        return json.is_string() ? json.get<std::string>() : "";
    }
    /// Returns the position of an element in its chunk.
    [[nodiscard]] std::size_t place_of(Extents const& at) const {
        Index place = 0;
        for (std::size_t d = 0; d < at.size(); ++d) place = place * array_.unit()[d] + at[d] % array_.unit()[d];
        return as_size(place);
    }
    /// Returns the texts of a whole chunk, which may lie in a shard.
    [[nodiscard]] std::vector<std::string> load(std::span<Index const> chunk) {
        Extents in_grid(chunk.begin(), chunk.end());
        for (std::size_t d = 0; d < in_grid.size(); ++d) in_grid[d] /= array_.chunk[d] / array_.unit()[d];
        std::string const path = path_of(in_grid);
        if (!is_chunk_stored(directory_, path, array_)) return std::vector<std::string>(count_, fill());
        KeyBytes const file = KeyBytes::open(path);
        try {
            auto const place = shards_.find(file, path, array_, chunk);
            if (!place) return std::vector<std::string>(count_, fill());
            constexpr Index most = Index{1} << 31; // larger than any decoded chunk
            if (place->size() > most) throw DamagedBytes(fmt::format("it has {} bytes, far too many", place->size()));
            Bytes bytes(as_size(place->size()));
            file.read(place->begin, bytes);
            for (std::size_t i = array_.codecs.size(); i-- > 0;) bytes = decoded(*array_.codecs[i], bytes);
            return unpacked(bytes, count_);
        } catch (DamagedBytes const& damage) {
            throw std::runtime_error(fmt::format("the chunk in '{}' is damaged: {}", path, damage.what()));
        }
    }
    void store(std::span<Index const> chunk, std::span<std::string const> texts) const {
        fs::path const path = path_of(chunk);
        fs::create_directories(path.parent_path());
        Bytes const plain = packed(texts);
        CodecChain chain(array_.codecs, std::ssize(plain));
        PosixFile::open_or_create(path.string()).write(0, chain.encode(plain));
    }

  private:
    std::string directory_;
    ZarrArray array_;
    ShardIndices shards_;
    std::size_t count_ = 1; ///< number of texts in a chunk, including those beyond the array
};

class ZarrTexts final : public TextSource {
  public:
    ZarrTexts(std::string directory, ZarrArray array) : chunks_(std::move(directory), std::move(array)) {}

    [[nodiscard]] std::vector<std::string> read(std::span<Run const> box) override {
        std::vector<std::string> texts;
        for_each_element(box, [&](Extents const& at) { texts.push_back(text_at(at)); });
        return texts;
    }
    [[nodiscard]] bool of_bytes() const override { return chunks_.array().type.of_bytes; }

  private:
    /// Returns a text. The last chunk is cached, because neighbours usually lie in it.
    std::string const& text_at(Extents const& at) {
        Extents chunk = at;
        for (std::size_t d = 0; d < at.size(); ++d) chunk[d] /= chunks_.array().unit()[d];
        if (texts_.empty() || chunk != loaded_) {
            texts_ = chunks_.load(chunk);
            loaded_ = std::move(chunk);
        }
        return texts_[chunks_.place_of(at)];
    }

    TextChunks chunks_;
    Extents loaded_; ///< numbers of the loaded chunk
    std::vector<std::string> texts_;
};

class ZarrWideTexts final : public TextSource {
  public:
    ZarrWideTexts(std::string directory, ZarrArray array)
        : bytes_(array.type.element.bytes), big_endian_(array.type.big_endian),
          reader_(zarr_reader(std::move(directory), std::move(array))) {}

    [[nodiscard]] std::vector<std::string> read(std::span<Run const> box) override {
        Index count = 1;
        for (Run const run : box) count *= run.size();
        Bytes memory(as_size(count * bytes_));
        reader_->read(box, memory.data());
        std::vector<std::string> texts;
        for (auto rest = std::span<std::byte const>(memory); !rest.empty(); rest = rest.subspan(as_size(bytes_)))
            texts.push_back(narrow_text(rest.first(as_size(bytes_)), big_endian_));
        return texts;
    }

  private:
    Index bytes_; ///< bytes per element
    bool big_endian_;
    std::shared_ptr<BoxReader> reader_;
};

/// Returns the number of chunks per dimension.
Extents chunk_counts(ZarrArray const& array) {
    Extents counts;
    for (std::size_t d = 0; d < array.extents.size(); ++d) counts.push_back(ceil_div(array.extents[d], array.chunk[d]));
    return counts;
}

void check_utf8(std::string const& text, Extents const& at) {
    if (!is_utf8(text))
        throw std::runtime_error(fmt::format("the text ({}) is no UTF-8, as texts in a Zarr store are", fmt::join(at, ",")));
}

} // namespace

std::shared_ptr<TextSource> zarr_texts(std::string directory, ZarrArray array) {
    return std::make_shared<ZarrTexts>(std::move(directory), std::move(array));
}

std::shared_ptr<TextSource> zarr_wide_texts(std::string directory, ZarrArray array) {
    return std::make_shared<ZarrWideTexts>(std::move(directory), std::move(array));
}

void write_zarr_texts(std::string const& directory, ZarrArray const& array, TextSource& texts, CreationCallback const& watch) {
    TextChunks const chunks(directory, array);
    for_each_combination(chunk_counts(array), [&](Extents const& chunk) {
        std::vector<Run> box;
        for (std::size_t d = 0; d < chunk.size(); ++d)
            box.push_back(intersection({chunk[d] * array.chunk[d], (chunk[d] + 1) * array.chunk[d]}, {0, array.extents[d]}));
        std::vector<std::string> whole(chunks.count(), chunks.fill());
        auto const some = texts.read(box);
        auto next = some.begin();
        for_each_element(box, [&](Extents const& at) {
            if (!array.type.of_bytes) check_utf8(*next, at);
            whole[chunks.place_of(at)] = *next++;
        });
        chunks.store(chunk, whole);
        watch(std::ssize(some));
    });
}

} // namespace tessera
