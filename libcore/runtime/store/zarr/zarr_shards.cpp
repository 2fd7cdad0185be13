// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks of a Zarr array gathered in shards: one file, with an index of where each begins.
#include "libcore/runtime/store/zarr/zarr_shards.hpp"

#include "libcore/base/combinations.hpp"
#include "libcore/runtime/access/box_place.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace tessera {

namespace {

constexpr std::uint64_t not_stored = std::numeric_limits<std::uint64_t>::max();
constexpr Index entry_bytes = 16; // of an offset and a length

/// Smaller chunks in a shard, along each dimension.
Extents chunks_along(ZarrArray const& array) {
    Extents counts;
    for (std::size_t d = 0; d < array.chunk.size(); ++d) counts.push_back(array.chunk[d] / array.shards->chunk[d]);
    return counts;
}

Index entries_of(ZarrArray const& array) {
    Index count = 1;
    for (Index const along : chunks_along(array)) count *= along;
    return count;
}

/// The index is in another order of bytes than this processor's.
bool turns_index(ZarrArray const& array) {
    return array.shards->index_big_endian != (std::endian::native == std::endian::big);
}

void turn_entries(std::span<std::uint64_t> entries) {
    for (std::uint64_t& entry : entries) entry = __builtin_bswap64(entry);
}

std::vector<std::uint64_t> read_index(KeyBytes const& shard, ZarrArray const& array) {
    Index const plain = entries_of(array) * entry_bytes;
    CodecChain chain(array.shards->index_codecs, plain);
    Index const bytes = chain.most_bytes(); // its codecs have a fixed length
    if (shard.size() < bytes) throw DamagedBytes(fmt::format("it has {} bytes, its index alone {}", shard.size(), bytes));
    std::vector<std::byte> encoded(as_size(bytes));
    shard.read(array.shards->index_first ? 0 : shard.size() - bytes, encoded);
    std::vector<std::uint64_t> entries(as_size(plain / 8));
    try {
        chain.decode(encoded, std::as_writable_bytes(std::span(entries)));
    } catch (DamagedBytes const& damage) {
        throw DamagedBytes(fmt::format("its index: {}", damage.what()));
    }
    if (turns_index(array)) turn_entries(entries);
    return entries;
}

} // namespace

std::optional<Run> ShardIndices::find(KeyBytes const& shard, std::string const& path, ZarrArray const& array,
                                      std::span<Index const> chunk) {
    if (path != path_) {
        path_.clear();
        entries_ = read_index(shard, array);
        path_ = path;
    }
    Extents const along = chunks_along(array);
    Index number = 0;
    for (std::size_t d = 0; d < along.size(); ++d) number = number * along[d] + chunk[d] % along[d];
    std::uint64_t const offset = entries_[as_size(2 * number)];
    std::uint64_t const length = entries_[as_size(2 * number + 1)];
    if (offset == not_stored && length == not_stored) return std::nullopt;
    auto const size = static_cast<std::uint64_t>(shard.size());
    if (offset > size || length > size - offset)
        throw DamagedBytes(fmt::format("its index has {} bytes from {} on, and it has {}", length, offset, size));
    return Run{static_cast<Index>(offset), static_cast<Index>(offset + length)};
}

Index most_shard_bytes(ZarrArray const& array, Index chunk_bytes) {
    Index plain = array.type.element.bytes;
    for (Index const extent : array.shards->chunk) plain *= extent;
    CodecChain const index(array.shards->index_codecs, entries_of(array) * entry_bytes);
    return entries_of(array) * chunk_bytes + 2 * index.most_bytes() + plain;
}

std::span<std::byte const> encode_shard(ZarrArray const& array, std::span<std::byte const> elements, CodecChain& chain,
                                        std::vector<std::byte>& room) {
    Index const element = array.type.element.bytes;
    Extents const along = chunks_along(array);
    CodecChain index_chain(array.shards->index_codecs, entries_of(array) * entry_bytes);
    room.resize(as_size(most_shard_bytes(array, chain.most_bytes())));
    std::vector<Run> whole;
    Index plain_bytes = element;
    for (std::size_t d = 0; d < along.size(); ++d) {
        whole.push_back({0, array.chunk[d]});
        plain_bytes *= array.shards->chunk[d];
    }
    std::span<std::byte> const plain = std::span(room).last(as_size(plain_bytes));
    ElementPlace const from = BoxPlace(whole, array.permutation, {}, element).place();
    std::vector<std::uint64_t> entries;
    Index end = array.shards->index_first ? index_chain.most_bytes() : 0;
    for_each_combination({along.rbegin(), along.rend()}, [&](std::vector<Index> const& at) {
        std::vector<Run> box;
        for (std::size_t d = 0; d < along.size(); ++d) {
            Index const begin = at[along.size() - 1 - d] * array.shards->chunk[d];
            box.push_back({begin, begin + array.shards->chunk[d]});
        }
        ElementPlace const to = BoxPlace(box, array.permutation, {}, element).place();
        copy_box(section_of(box), element, from, elements.data(), to, plain.data());
        std::span<std::byte const> const encoded = chain.encode(plain);
        std::ranges::copy(encoded, room.begin() + end);
        entries.push_back(static_cast<std::uint64_t>(end));
        entries.push_back(encoded.size());
        end += std::ssize(encoded);
    });
    if (turns_index(array)) turn_entries(entries);
    std::span<std::byte const> const index = index_chain.encode(std::as_bytes(std::span(entries)));
    std::ranges::copy(index, room.begin() + (array.shards->index_first ? 0 : end));
    return std::span(room).first(as_size(array.shards->index_first ? end : end + std::ssize(index)));
}

} // namespace tessera
