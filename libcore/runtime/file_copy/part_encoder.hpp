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

/// Unit by unit.
class PartEncoder {
  public:
    /// `rounding`: what the codecs may do to elements, if anything.
    PartEncoder(StoredShape const& target, CodecList codecs, std::optional<ElementRounding> const& rounding, CopyPlan const& plan,
                Index element_bytes, MemoryAccount& account);
    /// What encoding takes of CopyTask.
    static void account_for(CopyTask& task, CodecList codecs, bool rounds);

    /// For how many units there is room; the same on all ranks.
    [[nodiscard]] Index units_at_once() const { return units_at_once_; }
    /// Nothing is encoded.
    void clear();
    /// Encodes all chunks of the box that the part shows, which are those of a unit, behind what was encoded before. Where the
    /// filters change elements, the part has them as they will be read from now on; throws ElementLost where one would become what
    /// it must not: sizes() ends with its chunk then.
    void add(Index unit, PartBuffer& part);
    /// Can they change?
    [[nodiscard]] bool changes() const { return trip_.has_value(); }
    /// The most that a float has changed by; nothing where none can.
    [[nodiscard]] std::optional<double> largest_change() const;

    /// The chunks of a unit, encoded.
    struct Encoded {
        Index unit = 0;
        std::size_t first = 0;  ///< chunk of sizes()
        std::size_t chunks = 0; ///< how many
        Index offset = 0;       ///< of the first
    };
    [[nodiscard]] std::vector<Encoded> const& units() const { return units_; }
    [[nodiscard]] std::vector<EncodedSize> const& sizes() const { return sizes_; } ///< of every encoded chunk
    /// XXH3 of the unit's encoded chunks, one behind the other.
    [[nodiscard]] std::uint64_t hash(Encoded const& unit) const;
    /// Writes the unit's encoded chunks, each to its place; `places`: one for every chunk of sizes().
    void write(Encoded const& unit, std::span<Index const> places, RequestQueue& queue);

  private:
    [[nodiscard]] Index encoded_bytes(Encoded const& unit) const;

    CodecChain chain_;
    std::vector<int> permutation_; // of the target
    std::optional<RoundTrip> trip_;
    AccountedBuffer encoded_;
    MemoryAccount::Share between_; // the chain's own, and the trip's
    std::vector<Encoded> units_;
    std::vector<EncodedSize> sizes_;
    Index units_at_once_ = 1;
    Index used_ = 0; // of encoded_
};

/// The same hash of what a file holds at these places.
[[nodiscard]] std::uint64_t hash_of_places(PosixFile const& file, std::span<Index const> places,
                                           std::span<EncodedSize const> sizes);

} // namespace tessera
