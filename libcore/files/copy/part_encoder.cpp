// SPDX-License-Identifier: BSD-3-Clause
// Tessera: passes the chunks of a part through filters.
#include "libcore/files/copy/part_encoder.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/files/store/stream_hash.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/mpi/side_by_side.hpp"

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
    : permutation_(target.permutation), chunk_elements_(chunk_elements(target)) {
    Index const chunk_bytes = chunk_elements_ * element_bytes;
    int const members = are_shared(codecs) ? plan.threads : 1;
    Member one{CodecChain(std::move(codecs), chunk_bytes), std::nullopt};
    if (rounding) one.trip.emplace(*rounding, chunk_bytes);
    members_.assign(as_size(members), one);
    Index const chunks = chunks_at_once(plan.part_bytes, chunk_bytes);
    Index of_a_unit = 1;
    for (std::size_t d = 0; d < plan.unit.size(); ++d) of_a_unit *= ceil_div(plan.unit[d], target.chunk[d]);
    units_at_once_ = std::max<Index>(1, chunks / of_a_unit);
    chunk_room_ = std::max(one.chain.most_bytes(), most_encoded_bytes(chunk_bytes));
    encoded_ = AccountedBuffer(account, members * chunks * chunk_room_);
    between_ = account.take(members * (one.chain.memory() + (one.trip ? one.trip->memory() : 0)));
}

void PartEncoder::account_for(CopyTask& task, CodecList codecs, bool rounds) {
    Index const chunk_bytes = chunk_elements(task.target) * task.element_bytes;
    CodecChain const chain(std::move(codecs), chunk_bytes);
    task.encoded_chunk = chain.most_bytes();
    task.encoder = chain.memory() + (rounds ? chunk_bytes : 0);
}

std::optional<double> PartEncoder::largest_change() const {
    std::optional<double> largest;
    for (Member const& member : members_)
        if (member.trip && member.trip->rounds()) largest = std::max(largest.value_or(0), member.trip->largest());
    return largest;
}

/// Returns the chunks of the part's current box; each is a cell.
std::vector<std::byte*> PartEncoder::chunks_in(PartBuffer& part) const {
    std::vector<Index> counts;
    for (int const dim : permutation_) {
        BoxDim const& each = part.dims()[as_size(dim)];
        counts.push_back(ceil_div(each.range.size(), each.cell));
    }
    std::vector<std::byte*> chunks;
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        Index offset = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            BoxDim const& each = part.dims()[as_size(permutation_[i])];
            offset += each.offset(each.range.begin + at[i] * each.cell);
        }
        chunks.push_back(part.data() + offset);
    });
    return chunks;
}

void PartEncoder::encode(std::span<Unit const> units, PartBuffer& part) {
    units_.clear();
    std::vector<std::byte*> chunks;
    for (Unit const& unit : units) {
        part.look_at(unit.box);
        std::vector<std::byte*> const of_unit = chunks_in(part);
        units_.push_back({unit.number, chunks.size(), of_unit.size()});
        chunks.insert(chunks.end(), of_unit.begin(), of_unit.end());
    }
    sizes_.assign(chunks.size(), {});
    Index const bytes = part.place().cell_bytes();
    side_by_side(static_cast<int>(members_.size()), std::ssize(chunks), bytes, [&](int member, Index chunk) {
        encode_chunk(members_[as_size(member)], as_size(chunk), {chunks[as_size(chunk)], as_size(bytes)});
    });
}

void PartEncoder::encode_chunk(Member& member, std::size_t chunk, std::span<std::byte> plain) {
    Index const bytes = member.chain.encode(plain, room(chunk));
    sizes_[chunk] = {narrow<std::uint32_t>(bytes), member.chain.left_out()};
    try {
        if (member.trip) member.trip->take(plain, encoded(chunk), member.chain);
    } catch (ElementNotPreserved const& lost) {
        throw ElementNotPreserved(static_cast<Index>(chunk) * chunk_elements_ + lost.number(), lost.what());
    }
}

std::span<std::byte> PartEncoder::room(std::size_t chunk) {
    return {encoded_.data() + static_cast<Index>(chunk) * chunk_room_, as_size(chunk_room_)};
}

std::span<std::byte const> PartEncoder::encoded(std::size_t chunk) const {
    return {encoded_.data() + static_cast<Index>(chunk) * chunk_room_, sizes_[chunk].bytes};
}

std::uint64_t PartEncoder::hash(Encoded const& unit) const {
    StreamHash hash;
    for (std::size_t chunk = unit.first; chunk < unit.first + unit.chunks; ++chunk) hash.add(encoded(chunk));
    return hash.value();
}

void PartEncoder::write(Encoded const& unit, std::span<Index const> places, RequestQueue& queue) {
    for (std::size_t i = 0; i < unit.chunks; ++i) {
        std::size_t const chunk = unit.first + i;
        queue.add(places[i], room(chunk).data(), sizes_[chunk].bytes);
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
