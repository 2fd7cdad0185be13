// SPDX-License-Identifier: BSD-3-Clause
// Tessera: passes the chunks of a part through filters.
#pragma once

#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/access/request_queue.hpp"
#include "libcore/files/codec/codec.hpp"
#include "libcore/files/codec/round_trip.hpp"
#include "libcore/files/copy/part_buffer.hpp"
#include "libcore/io/copy_plan.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Returns the numbers of the chunks of a part or unit, in the file's dimension order.
[[nodiscard]] std::vector<Extents> chunks_of(CopyParts const& parts, StoredShape const& target, Index number);

/// Encodes the chunks of several units at a time, with several threads.
class PartEncoder {
  public:
    /// `rounding`: the change of elements that lossy codecs may make; nothing: none.
    PartEncoder(StoredShape const& target, CodecList codecs, std::optional<ElementRounding> const& rounding, CopyPlan const& plan,
                Index element_bytes, MemoryAccount& account);
    /// Adds the memory for encoding to `task`.
    static void account_for(CopyTask& task, CodecList codecs, bool rounds);

    /// Number of units written at a time. It is the same on all ranks and independent of the number of threads. So the order of
    /// chunks in the file is always the same.
    [[nodiscard]] Index units_at_once() const { return units_at_once_; }
    /// Number of write rounds that one call of encode() can encode, one per thread. encode() takes up to units_at_once() times this
    /// number of units.
    [[nodiscard]] Index rounds_at_once() const { return std::ssize(members_); }
    /// A unit of the part and its box.
    struct Unit {
        Index number = 0;
        std::vector<Run> box;
    };
    /// Encodes all chunks of these units and replaces the chunks encoded before. If the filters change elements, the part then
    /// holds the elements as they will be read back. Throws ElementNotPreserved if an element would change more than allowed; its
    /// number counts through these chunks.
    void encode(std::span<Unit const> units, PartBuffer& part);
    /// Returns whether the filters may change elements.
    [[nodiscard]] bool changes() const { return members_.front().trip.has_value(); }
    /// Returns the largest change of a float; nothing if no filter rounds.
    [[nodiscard]] std::optional<double> largest_change() const;

    /// The encoded chunks of a unit.
    struct Encoded {
        Index unit = 0;
        std::size_t first = 0;  ///< index of its first chunk in sizes()
        std::size_t chunks = 0; ///< number of chunks
    };
    [[nodiscard]] std::vector<Encoded> const& units() const { return units_; }
    [[nodiscard]] std::vector<EncodedSize> const& sizes() const { return sizes_; } ///< sizes of all encoded chunks
    /// Returns the XXH3 hash of the unit's encoded chunks, concatenated.
    [[nodiscard]] std::uint64_t hash(Encoded const& unit) const;
    /// Writes the unit's encoded chunks to the addresses `places`.
    void write(Encoded const& unit, std::span<Index const> places, RequestQueue& queue);

  private:
    /// The codecs of one thread.
    struct Member {
        CodecChain chain;
        std::optional<RoundTrip> trip;
    };
    [[nodiscard]] std::vector<std::byte*> chunks_in(PartBuffer& part) const;
    void encode_chunk(Member& member, std::size_t chunk, std::span<std::byte> plain);
    [[nodiscard]] std::span<std::byte> room(std::size_t chunk);
    [[nodiscard]] std::span<std::byte const> encoded(std::size_t chunk) const;

    std::vector<Member> members_;
    std::vector<int> permutation_; // the target's dimensions, fastest first
    Index chunk_elements_;
    Index chunk_room_; // bytes in encoded_ for each chunk
    AccountedBuffer encoded_;
    MemoryAccount::Share between_; // memory of the codec chains and round trips
    std::vector<Encoded> units_;
    std::vector<EncodedSize> sizes_;
    Index units_at_once_ = 1;
};

/// Returns the hash of the bytes that a file holds at these places, comparable with PartEncoder::hash().
[[nodiscard]] std::uint64_t hash_of_places(PosixFile const& file, std::span<Index const> places,
                                           std::span<EncodedSize const> sizes);

} // namespace tessera
