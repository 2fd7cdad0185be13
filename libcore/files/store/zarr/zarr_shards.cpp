// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shards of a Zarr array: files, or parts of files, of several chunks with an index of their offsets.
#include "libcore/files/store/zarr/zarr_shards.hpp"

#include "libcore/base/combinations.hpp"
#include "libcore/files/access/box_layout.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>

namespace tessera {

namespace {

constexpr std::uint64_t not_stored = std::numeric_limits<std::uint64_t>::max();
constexpr Index entry_bytes = 16; // an offset and a length

/// Returns the number of chunks in a shard of this level, per dimension in the order of its index.
Extents chunks_along(ZarrArray const& array, std::size_t level) {
    Extents const& shard = level == 0 ? array.chunk : array.shards[level - 1].chunk;
    Extents counts;
    for (int const dim : array.shards[level].order) counts.push_back(shard[as_size(dim)] / array.shards[level].chunk[as_size(dim)]);
    return counts;
}

Index index_bytes(ZarrArray const& array, std::size_t level) {
    Index bytes = entry_bytes;
    for (Index const along : chunks_along(array, level)) bytes *= along;
    return bytes;
}

CodecChain index_chain(ZarrArray const& array, std::size_t level) {
    return {array.shards[level].index_codecs, index_bytes(array, level)};
}

/// Returns whether the index has another byte order than this processor.
bool turns_index(ZarrShards const& shards) {
    return shards.index_big_endian != (std::endian::native == std::endian::big);
}

void turn_entries(std::span<std::uint64_t> entries) {
    for (std::uint64_t& entry : entries) entry = __builtin_bswap64(entry);
}

std::vector<std::uint64_t> read_index(KeyBytes const& file, Run shard, ZarrArray const& array, std::size_t level) {
    CodecChain chain = index_chain(array, level);
    Index const bytes = chain.most_bytes(); // its codecs have a fixed length
    if (shard.size() < bytes) throw DamagedBytes(fmt::format("it has {} bytes, its index alone {}", shard.size(), bytes));
    std::vector<std::byte> encoded(as_size(bytes));
    file.read(array.shards[level].index_first ? shard.begin : shard.end - bytes, encoded);
    std::vector<std::uint64_t> entries(as_size(index_bytes(array, level) / 8));
    try {
        chain.decode(encoded, std::as_writable_bytes(std::span(entries)));
    } catch (DamagedBytes const& damage) {
        throw DamagedBytes(fmt::format("its index: {}", damage.what()));
    }
    if (turns_index(array.shards[level])) turn_entries(entries);
    return entries;
}

/// Returns the index entry of one of the array's smallest chunks in a shard of this level.
Index number_of(ZarrArray const& array, std::size_t level, std::span<Index const> chunk) {
    ZarrShards const& shards = array.shards[level];
    Extents const along = chunks_along(array, level);
    Index number = 0;
    for (std::size_t i = 0; i < along.size(); ++i) {
        auto const d = as_size(shards.order[i]);
        Index const at_level = chunk[d] / (shards.chunk[d] / array.unit()[d]);
        number = number * along[i] + at_level % along[i];
    }
    return number;
}

/// Encodes a shard.
class ShardEncoder {
  public:
    ShardEncoder(ZarrArray const& array, std::span<std::byte const> elements, CodecChain& chain, std::span<std::byte> room)
        : array_(array), elements_(elements), chain_(chain), room_(room) {
        Index plain_bytes = array.type.element.bytes;
        for (Index const extent : array.unit()) plain_bytes *= extent;
        plain_ = room.last(as_size(plain_bytes));
        std::vector<Run> whole;
        for (Index const extent : array.chunk) whole.push_back({0, extent});
        from_ = BoxLayout(whole, array.permutation, {}, array.type.element.bytes).place();
    }

    /// Encodes the shard of this level that begins at these indices to offset `byte` of the buffer. Returns the end offset.
    Index put(std::size_t level, Extents const& begin, Index byte) {
        if (level == array_.shards.size()) return put_chunk(begin, byte);
        ZarrShards const& shards = array_.shards[level];
        CodecChain index = index_chain(array_, level);
        std::vector<std::uint64_t> entries;
        Index end = byte + (shards.index_first ? index.most_bytes() : 0);
        Extents const along = chunks_along(array_, level);
        for_each_combination({along.rbegin(), along.rend()}, [&](std::vector<Index> const& at) {
            Extents inner = begin;
            for (std::size_t i = 0; i < along.size(); ++i) {
                auto const d = as_size(shards.order[i]);
                inner[d] += at[along.size() - 1 - i] * shards.chunk[d];
            }
            Index const next = put(level + 1, inner, end);
            entries.push_back(static_cast<std::uint64_t>(end - byte));
            entries.push_back(static_cast<std::uint64_t>(next - end));
            end = next;
        });
        if (turns_index(shards)) turn_entries(entries);
        std::span<std::byte const> const encoded = index.encode(std::as_bytes(std::span(entries)));
        std::ranges::copy(encoded, room_.begin() + (shards.index_first ? byte : end));
        return shards.index_first ? end : end + std::ssize(encoded);
    }

  private:
    Index put_chunk(Extents const& begin, Index byte) {
        std::vector<Run> box;
        for (std::size_t d = 0; d < begin.size(); ++d) box.push_back({begin[d], begin[d] + array_.unit()[d]});
        Index const element = array_.type.element.bytes;
        copy_box(section_of(box), element, from_, elements_.data(), BoxLayout(box, array_.permutation, {}, element).place(),
                 plain_.data());
        std::span<std::byte const> const encoded = chain_.encode(plain_);
        std::ranges::copy(encoded, room_.begin() + byte);
        return byte + std::ssize(encoded);
    }

    ZarrArray const& array_;
    std::span<std::byte const> elements_;
    CodecChain& chain_;
    std::span<std::byte> room_;
    std::span<std::byte> plain_; ///< elements of one smallest chunk, at the end of the buffer
    ElementLocation from_;
};

} // namespace

std::optional<Run> ShardIndices::find(KeyBytes const& file, std::string const& path, ZarrArray const& array,
                                      std::span<Index const> chunk) {
    if (path != path_) levels_.clear();
    path_ = path;
    Run place{0, file.size()};
    for (std::size_t level = 0; level < array.shards.size(); ++level) {
        if (level < levels_.size() && levels_[level].shard != place) levels_.resize(level);
        if (level == levels_.size()) add_level(file, place, array);
        if (!levels_[level].damage.empty()) throw DamagedBytes(levels_[level].damage);
        auto const entry = as_size(2 * number_of(array, level, chunk));
        std::uint64_t const offset = levels_[level].entries[entry];
        std::uint64_t const length = levels_[level].entries[entry + 1];
        if (offset == not_stored && length == not_stored) return std::nullopt;
        auto const size = static_cast<std::uint64_t>(place.size());
        if (offset > size || length > size - offset)
            throw DamagedBytes(fmt::format("its index has {} bytes from {} on, and it has {}", length, offset, size));
        Index const begin = place.begin + static_cast<Index>(offset);
        place = {begin, begin + static_cast<Index>(length)};
    }
    return place;
}

void ShardIndices::add_level(KeyBytes const& file, Run shard, ZarrArray const& array) {
    levels_.push_back({shard, {}});
    try {
        levels_.back().entries = read_index(file, shard, array, levels_.size() - 1);
    } catch (DamagedBytes const& damage) {
        levels_.back().damage = damage.what();
    } catch (...) {
        levels_.pop_back();
        throw;
    }
}

Index most_shard_bytes(ZarrArray const& array, Index chunk_bytes) {
    Index bytes = chunk_bytes;
    for (std::size_t level = array.shards.size(); level-- > 0;)
        bytes = index_bytes(array, level) / entry_bytes * bytes + 2 * index_chain(array, level).most_bytes();
    Index plain = array.type.element.bytes;
    for (Index const extent : array.unit()) plain *= extent;
    return bytes + plain;
}

std::span<std::byte const> encode_shard(ZarrArray const& array, std::span<std::byte const> elements, CodecChain& chain,
                                        std::vector<std::byte>& room) {
    room.resize(as_size(most_shard_bytes(array, chain.most_bytes())));
    Index const end = ShardEncoder(array, elements, chain, room).put(0, Extents(array.chunk.size(), 0), 0);
    return std::span(room).first(as_size(end));
}

} // namespace tessera
