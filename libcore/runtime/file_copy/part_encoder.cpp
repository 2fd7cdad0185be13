// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of a part, passed through filters.
#include "libcore/runtime/file_copy/part_encoder.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/stored_array.hpp"
#include "libcore/runtime/store/stream_hash.hpp"

#include <algorithm>
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

PartEncoder::PartEncoder(StoredShape const& target, CodecList codecs, std::optional<ElementRounding> const& rounding,
                         CopyPlan const& plan, Index element_bytes, MemoryAccount& account)
    : chain_(std::move(codecs), chunk_elements(target) * element_bytes), permutation_(target.permutation) {
    Index const chunk_bytes = chunk_elements(target) * element_bytes;
    if (rounding) trip_.emplace(*rounding, chunk_bytes);
    Index const chunks = chunks_at_once(plan.part_bytes, chunk_bytes);
    Index of_a_unit = 1;
    for (std::size_t d = 0; d < plan.unit.size(); ++d) of_a_unit *= ceil_div(plan.unit[d], target.chunk[d]);
    units_at_once_ = std::max<Index>(1, chunks / of_a_unit);
    encoded_ = AccountedBuffer(account, chunks * std::max(chain_.most_bytes(), most_encoded_bytes(chunk_bytes)));
    between_ = account.take(chain_.memory() + (trip_ ? trip_->memory() : 0));
}

void PartEncoder::account_for(CopyTask& task, CodecList codecs, bool rounds) {
    Index const chunk_bytes = chunk_elements(task.target) * task.element_bytes;
    CodecChain const chain(std::move(codecs), chunk_bytes);
    task.encoded_chunk = chain.most_bytes();
    task.encoder = chain.memory() + (rounds ? chunk_bytes : 0);
}

std::optional<double> PartEncoder::largest_change() const {
    return trip_ && trip_->rounds() ? std::optional(trip_->largest()) : std::nullopt;
}

void PartEncoder::clear() {
    units_.clear();
    sizes_.clear();
    used_ = 0;
}

void PartEncoder::add(Index unit, PartBuffer& part) {
    Encoded encoded{unit, sizes_.size(), 0, used_};
    std::vector<Index> counts; // of chunks, each of them a cell
    for (int const dim : permutation_) {
        BoxDim const& each = part.dims()[as_size(dim)];
        counts.push_back(ceil_div(each.range.size(), each.cell));
    }
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        Index offset = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            BoxDim const& each = part.dims()[as_size(permutation_[i])];
            offset += each.offset(each.range.begin + at[i] * each.cell);
        }
        std::span const plain(part.data() + offset, as_size(part.place().cell_bytes()));
        std::span const room(encoded_.data() + used_, as_size(encoded_.size() - used_));
        Index const bytes = chain_.encode(plain, room);
        sizes_.push_back({narrow<std::uint32_t>(bytes), chain_.left_out()});
        if (trip_) trip_->take(plain, room.first(as_size(bytes)), chain_);
        used_ += bytes;
    });
    encoded.chunks = sizes_.size() - encoded.first;
    units_.push_back(encoded);
}

Index PartEncoder::encoded_bytes(Encoded const& unit) const {
    Index bytes = 0;
    for (EncodedSize const& size : std::span(sizes_).subspan(unit.first, unit.chunks)) bytes += size.bytes;
    return bytes;
}

std::uint64_t PartEncoder::hash(Encoded const& unit) const {
    StreamHash hash;
    hash.add({encoded_.data() + unit.offset, as_size(encoded_bytes(unit))});
    return hash.value();
}

void PartEncoder::write(Encoded const& unit, std::span<Index const> places, RequestQueue& queue) {
    std::byte* from = encoded_.data() + unit.offset;
    for (std::size_t chunk = unit.first; chunk < unit.first + unit.chunks; ++chunk) {
        queue.add(places[chunk], from, sizes_[chunk].bytes);
        from += sizes_[chunk].bytes;
    }
    queue.finish();
}

std::uint64_t hash_of_places(PosixFile const& file, std::span<Index const> places, std::span<EncodedSize const> sizes) {
    StreamHash hash;
    for (std::size_t chunk = 0; chunk < places.size(); ++chunk)
        hash.add_of(file, {places[chunk], places[chunk] + sizes[chunk].bytes});
    return hash.value();
}

} // namespace tessera
