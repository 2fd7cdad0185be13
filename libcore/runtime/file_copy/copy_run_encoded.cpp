// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of an array's copy whose chunks pass through filters: all ranks encode, one lets HDF5 find the places.
#include "libcore/runtime/file_copy/copy_run.hpp"
#include "libcore/runtime/file_copy/part_encoder.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

std::vector<int> begins_of(std::vector<int> const& counts) {
    std::vector<int> begins(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
    return begins;
}

std::vector<EncodedChunk> encoded_chunks(std::vector<Extents> chunks, std::span<EncodedSize const> sizes) {
    std::vector<EncodedChunk> encoded;
    for (std::size_t i = 0; i < sizes.size(); ++i) encoded.push_back({std::move(chunks[i]), sizes[i]});
    return encoded;
}

} // namespace

void CopyRun::place_again(Index part, std::span<EncodedSize const> sizes) {
    auto begins = job_.target.place_chunks(job_.array, encoded_chunks(chunks_of(parts_, task_.target, part), sizes));
    known_[part] = {std::move(begins), {sizes.begin(), sizes.end()}};
}

/// On the first rank, after an interruption: reads again what is said to be written.
void CopyRun::check_encoded() {
    if (comm_.rank() != 0) return;
    PosixFile const file = PosixFile::open_to_read(job_.target.encoded_path());
    pace_.start();
    for (Index part = 0; part < parts_.count() && !bell_.heard(); ++part) {
        if (job_.options.progress) job_.options.progress->advance(part_bytes(part));
        auto const record = journal_.find(part);
        if (!record) continue;
        pace_.spend(part_bytes(part));
        auto const places = known_.find(part);
        bool const there = places != known_.end() && places->second.begins.size() == places->second.sizes.size() &&
                           file.size() >= places->second.begins.back() + places->second.sizes.back().bytes;
        bool const same = there && hash_of_places(file, places->second.begins, places->second.sizes) == record->bytes;
        if (!same) journal_.forget(part);
    }
    known_.clear();
}

/// The places of this rank's encoded chunks, which belong to its part of the turn. Collective.
std::vector<Index> CopyRun::placed(PartSource const& source, Index turn, std::vector<EncodedSize> const& sizes) {
    bool const first = comm_.rank() == 0;
    static_assert(sizeof(EncodedSize) == sizeof(std::int64_t)); // in which they travel
    int const mine = narrow<int>(sizes.size());
    std::vector<int> counts(as_size(first ? comm_.size() : 0));
    check_mpi(MPI_Gather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm_.handle()), "MPI_Gather");
    std::vector<int> const begins = begins_of(counts);
    std::vector<EncodedSize> everybodys(as_size(std::reduce(counts.begin(), counts.end())));
    check_mpi(MPI_Gatherv(sizes.data(), mine, MPI_INT64_T, everybodys.data(), counts.data(), begins.data(), MPI_INT64_T, 0,
                          comm_.handle()),
              "MPI_Gatherv");
    std::vector<Index> all;
    all_or_none(comm_, [&] {
        for (std::size_t rank = 0; rank < counts.size(); ++rank) {
            if (counts[rank] == 0) continue;
            Index const part = source.part(turn, static_cast<Rank>(rank)).value();
            std::span<EncodedSize const> const theirs(everybodys.data() + begins[rank], as_size(counts[rank]));
            auto const places = job_.target.place_chunks(job_.array, encoded_chunks(chunks_of(parts_, task_.target, part), theirs));
            journal_.append_places(part, theirs);
            all.insert(all.end(), places.begin(), places.end());
        }
    });
    std::vector<Index> places(sizes.size());
    check_mpi(
        MPI_Scatterv(all.data(), counts.data(), begins.data(), MPI_INT64_T, places.data(), mine, MPI_INT64_T, 0, comm_.handle()),
        "MPI_Scatterv");
    return places;
}

/// Says of which element it is that cannot be encoded.
void CopyRun::encode(PartBuffer& part, Index number, PartEncoder& encoder) const {
    try {
        static_cast<void>(encoder.encode(part));
    } catch (ElementLost const& lost) {
        std::size_t const chunk = encoder.sizes().size() - 1;
        StoredShape const& shape = task_.target;
        Extents at = chunks_of(parts_, shape, number)[chunk];
        Index rest = lost.number();
        for (int const dim : shape.permutation) {
            auto const d = as_size(dim);
            at[d] = at[d] * shape.chunk[d] + rest % shape.chunk[d];
            rest /= shape.chunk[d];
        }
        throw std::runtime_error(fmt::format("'{}': the element ({}) does not come through {} as it must: {}", job_.source.name,
                                             fmt::join(at, ","), describe(job_.target.filters(job_.array)), lost.what()));
    }
}

void CopyRun::encode_turn(PartSource& source, Index turn, PartBuffer& part, PartEncoder& encoder, RequestQueue& queue) {
    auto const number = source.part(turn, comm_.rank());
    std::optional<PartFill> fill;
    encoder.clear();
    std::uint64_t written = 0;
    all_or_none(comm_, [&] {
        fill = source.fill(turn, missing_[as_size(turn)], part);
        if (number) advance(part_bytes(*number));
        if (!fill) return;
        encode(part, *number, encoder);
        written = encoder.changes() ? part.checksum(task_.target.extents) : fill->checksum;
    });
    auto const places = placed(source, turn, encoder.sizes());
    all_or_none(comm_, [&] {
        if (!fill) return;
        encoder.write(places, queue);
        note_part(*number, {written, fill->checksum, encoder.hash(), fill->damaged});
        outcome_.bytes_copied += part.bytes();
        pace_.spend(bytes_of_a_copy * part.bytes());
    });
}

void CopyRun::copy_encoded(PartSource& source) {
    std::optional<PartBuffer> part;
    std::optional<PartEncoder> encoder;
    std::unique_ptr<FileChannel> file;
    MemoryAccount::Share lists;
    all_or_none(comm_, [&] {
        part.emplace(account_, task_.target, parts_, task_.element_bytes);
        encoder.emplace(task_.target, job_.target.codecs(job_.array), job_.target.rounding(job_.array), outcome_.plan,
                        task_.element_bytes, account_);
        lists = account_.take(RequestQueue::memory(0));
        file = FileChannel::open_alone(job_.target.encoded_path(), FileUse::Update, job_.options.channel);
    });
    RequestQueue queue(file.get(), RequestQueue::Direction::Write, 0);
    for (Index turn = 0; turn < source.turns() && !bell_.agreed(); ++turn) encode_turn(source, turn, *part, *encoder, queue);
    outcome_.writes = queue.counts();
    outcome_.largest_change = encoder->largest_change();
    if (outcome_.largest_change)
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, &*outcome_.largest_change, 1, MPI_DOUBLE, MPI_MAX, comm_.handle()), "MPI_Allreduce");
    all_or_none(comm_, [&] { file->sync(); });
}

} // namespace tessera
