// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of a part, passed through filters.
#include "libcore/runtime/file_copy/part_encoder.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/runtime/store/stored_array.hpp"
#include "libcore/runtime/store/stream_hash.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tessera {

std::vector<Extents> chunks_of(CopyParts const& parts, StoredShape const& target, Index number) {
    auto const box = parts.box(number);
    std::vector<Index> counts;
    for (int const dim : target.permutation) {
        auto const d = as_size(dim);
        counts.push_back(ceil_div(box[d].size(), target.chunk[d]));
    }
    std::vector<Extents> chunks;
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        Extents chunk(at.size());
        for (std::size_t i = 0; i < at.size(); ++i) {
            auto const d = as_size(target.permutation[i]);
            chunk[d] = box[d].begin / target.chunk[d] + at[i];
        }
        chunks.push_back(std::move(chunk));
    });
    return chunks;
}

PartEncoder::PartEncoder(StoredShape const& target, CodecList codecs, CopyPlan const& plan, Index element_bytes,
                         MemoryAccount& account)
    : chain_(std::move(codecs), chunk_elements(target) * element_bytes),
      encoded_(account, most_encoded_bytes(plan.part_bytes, chunk_elements(target) * element_bytes)),
      between_(account.take(chain_.memory())) {}

std::vector<Index> const& PartEncoder::encode(PartBuffer const& part) {
    auto const chunk_bytes = as_size(part.place().cell_bytes());
    bytes_.clear();
    std::span room(encoded_.data(), as_size(encoded_.size()));
    std::span plain(part.data(), as_size(part.place().bytes()));
    for (; !plain.empty(); plain = plain.subspan(chunk_bytes)) {
        bytes_.push_back(chain_.encode(plain.first(chunk_bytes), room));
        room = room.subspan(as_size(bytes_.back()));
    }
    return bytes_;
}

std::uint64_t PartEncoder::hash() const {
    StreamHash hash;
    hash.add({encoded_.data(), as_size(std::reduce(bytes_.begin(), bytes_.end(), Index{0}))});
    return hash.value();
}

void PartEncoder::write(std::span<Index const> places, RequestQueue& queue) {
    std::byte* from = encoded_.data();
    for (std::size_t chunk = 0; chunk < bytes_.size(); ++chunk) {
        queue.add(places[chunk], from, bytes_[chunk]);
        from += bytes_[chunk];
    }
    queue.finish();
}

std::uint64_t hash_of_places(PosixFile const& file, std::span<Index const> places, std::span<Index const> bytes) {
    StreamHash hash;
    for (std::size_t chunk = 0; chunk < places.size(); ++chunk) hash.add_of(file, {places[chunk], places[chunk] + bytes[chunk]});
    return hash.value();
}

} // namespace tessera
