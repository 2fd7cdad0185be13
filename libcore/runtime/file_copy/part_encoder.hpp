// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of a part, passed through filters.
#pragma once

#include "libcore/io/copy_plan.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/access/request_queue.hpp"
#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/file_copy/part_buffer.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tessera {

/// The numbers of a part's chunks, in the order in which its buffer holds them.
[[nodiscard]] std::vector<Extents> chunks_of(CopyParts const& parts, StoredShape const& target, Index number);

class PartEncoder {
  public:
    PartEncoder(StoredShape const& target, CodecList codecs, CopyPlan const& plan, Index element_bytes, MemoryAccount& account);

    /// Encodes all chunks of the part; how long each has become.
    [[nodiscard]] std::vector<Index> const& encode(PartBuffer const& part);
    /// No part this time.
    void clear() { bytes_.clear(); }
    [[nodiscard]] std::vector<Index> const& bytes() const { return bytes_; }
    /// XXH3 of all encoded chunks, one behind the other.
    [[nodiscard]] std::uint64_t hash() const;
    /// Writes the encoded chunks, each to its place.
    void write(std::span<Index const> places, RequestQueue& queue);

  private:
    CodecChain chain_;
    AccountedBuffer encoded_;
    MemoryAccount::Share between_; // the chain's own
    std::vector<Index> bytes_;
};

/// The same hash of what a file holds at these places.
[[nodiscard]] std::uint64_t hash_of_places(PosixFile const& file, std::span<Index const> places, std::span<Index const> bytes);

} // namespace tessera
