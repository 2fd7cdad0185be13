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

/// The numbers of a part's chunks, in the order in which its buffer holds them.
[[nodiscard]] std::vector<Extents> chunks_of(CopyParts const& parts, StoredShape const& target, Index number);

class PartEncoder {
  public:
    /// `rounding`: what the codecs may do to elements, if anything.
    PartEncoder(StoredShape const& target, CodecList codecs, std::optional<ElementRounding> const& rounding, CopyPlan const& plan,
                Index element_bytes, MemoryAccount& account);
    /// What encoding takes of CopyTask.
    static void account_for(CopyTask& task, CodecList codecs, bool rounds);

    /// Encodes all chunks of the part; how long each has become. Where the filters change elements, the part has them as they will
    /// be read from now on; throws std::runtime_error where one would become what it must not.
    [[nodiscard]] std::vector<EncodedSize> const& encode(PartBuffer& part);
    /// Can they change?
    [[nodiscard]] bool changes() const { return trip_.has_value(); }
    /// The most that a float has changed by; nothing where none can.
    [[nodiscard]] std::optional<double> largest_change() const;
    /// No part this time.
    void clear() { sizes_.clear(); }
    [[nodiscard]] std::vector<EncodedSize> const& sizes() const { return sizes_; }
    /// XXH3 of all encoded chunks, one behind the other.
    [[nodiscard]] std::uint64_t hash() const;
    /// Writes the encoded chunks, each to its place.
    void write(std::span<Index const> places, RequestQueue& queue);

  private:
    CodecChain chain_;
    std::optional<RoundTrip> trip_;
    AccountedBuffer encoded_;
    MemoryAccount::Share between_; // the chain's own, and the trip's
    std::vector<EncodedSize> sizes_;
};

/// The same hash of what a file holds at these places.
[[nodiscard]] std::uint64_t hash_of_places(PosixFile const& file, std::span<Index const> places,
                                           std::span<EncodedSize const> sizes);

} // namespace tessera
