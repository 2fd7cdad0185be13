// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of a part, passed through filters.
#pragma once

#include "libcore/io/copy_plan.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/access/request_queue.hpp"
#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/codec/round_trip.hpp"
#include "libcore/runtime/file_copy/part_buffer.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// The numbers of the chunks of a part or a unit, as the file has them.
[[nodiscard]] std::vector<Extents> chunks_of(CopyParts const& parts, StoredShape const& target, Index number);

/// Some units at a time, whose chunks several threads encode.
class PartEncoder {
  public:
    /// `rounding`: what the codecs may do to elements, if anything.
    PartEncoder(StoredShape const& target, CodecList codecs, std::optional<ElementRounding> const& rounding, CopyPlan const& plan,
                Index element_bytes, MemoryAccount& account);
    /// What encoding takes of CopyTask.
    static void account_for(CopyTask& task, CodecList codecs, bool rounds);

    /// How many units are written at a time, whatever the number of threads, so that chunks lie in the file in one order; the same
    /// on all ranks.
    [[nodiscard]] Index units_at_once() const { return units_at_once_; }
    /// For how many times as many there is room: each thread encodes as many as are written.
    [[nodiscard]] Index rounds_at_once() const { return std::ssize(members_); }
    /// A unit of the part, and its box.
    struct Unit {
        Index number = 0;
        std::vector<Run> box;
    };
    /// Encodes all chunks of these units, in place of what was encoded before. Where the filters change elements, the part has them
    /// as they will be read from now on; throws ElementLost where one would become what it must not: its number counts through
    /// these chunks.
    void encode(std::span<Unit const> units, PartBuffer& part);
    /// Can they change?
    [[nodiscard]] bool changes() const { return members_.front().trip.has_value(); }
    /// The most that a float has changed by; nothing where none can.
    [[nodiscard]] std::optional<double> largest_change() const;

    /// The chunks of a unit, encoded.
    struct Encoded {
        Index unit = 0;
        std::size_t first = 0;  ///< chunk of sizes()
        std::size_t chunks = 0; ///< how many
    };
    [[nodiscard]] std::vector<Encoded> const& units() const { return units_; }
    [[nodiscard]] std::vector<EncodedSize> const& sizes() const { return sizes_; } ///< of every encoded chunk
    /// XXH3 of the unit's encoded chunks, one behind the other.
    [[nodiscard]] std::uint64_t hash(Encoded const& unit) const;
    /// Writes the unit's encoded chunks, each to its place.
    void write(Encoded const& unit, std::span<Index const> places, RequestQueue& queue);

  private:
    /// What a thread works with.
    struct Member {
        CodecChain chain;
        std::optional<RoundTrip> trip;
    };
    [[nodiscard]] std::vector<std::byte*> chunks_in(PartBuffer& part) const;
    void encode_chunk(Member& member, std::size_t chunk, std::span<std::byte> plain);
    [[nodiscard]] std::span<std::byte> room(std::size_t chunk);
    [[nodiscard]] std::span<std::byte const> encoded(std::size_t chunk) const;

    std::vector<Member> members_;
    std::vector<int> permutation_; // of the target
    Index chunk_elements_;
    Index chunk_room_; // of encoded_, for each chunk
    AccountedBuffer encoded_;
    MemoryAccount::Share between_; // the chains' own, and the trips'
    std::vector<Encoded> units_;
    std::vector<EncodedSize> sizes_;
    Index units_at_once_ = 1;
};

/// The same hash of what a file holds at these places.
[[nodiscard]] std::uint64_t hash_of_places(PosixFile const& file, std::span<Index const> places,
                                           std::span<EncodedSize const> sizes);

} // namespace tessera
