// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of an array's copy whose chunks pass through filters: all ranks encode, one lets HDF5 find the places.
#include "libcore/runtime/file_copy/copy_run.hpp"
#include "libcore/runtime/file_copy/part_encoder.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <mpi.h>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

std::vector<int> begins_of(std::vector<int> const& counts) {
    std::vector<int> begins(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
    return begins;
}

std::vector<EncodedChunk> encoded_chunks(std::vector<Extents> chunks, std::span<Index const> bytes) {
    std::vector<EncodedChunk> encoded;
    for (std::size_t i = 0; i < bytes.size(); ++i) encoded.push_back({std::move(chunks[i]), bytes[i]});
    return encoded;
}

} // namespace

void CopyRun::place_again(Index part, std::span<Index const> chunk_bytes) {
    auto begins = job_.target.place_chunks(job_.array, encoded_chunks(chunks_of(parts_, task_.target, part), chunk_bytes));
    known_[part] = {std::move(begins), {chunk_bytes.begin(), chunk_bytes.end()}};
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
        bool const there = places != known_.end() && places->second.begins.size() == places->second.bytes.size() &&
                           file.size() >= places->second.begins.back() + places->second.bytes.back();
        bool const same = there && hash_of_places(file, places->second.begins, places->second.bytes) == record->bytes;
        if (!same) journal_.forget(part);
    }
    known_.clear();
}

/// The places of this rank's encoded chunks, which belong to its part of the turn. Collective.
std::vector<Index> CopyRun::placed(PartSource const& source, Index turn, std::vector<Index> const& chunk_bytes) {
    bool const first = comm_.rank() == 0;
    int const mine = narrow<int>(chunk_bytes.size());
    std::vector<int> counts(as_size(first ? comm_.size() : 0));
    check_mpi(MPI_Gather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm_.handle()), "MPI_Gather");
    std::vector<int> const begins = begins_of(counts);
    std::vector<Index> bytes(as_size(std::reduce(counts.begin(), counts.end())));
    check_mpi(MPI_Gatherv(chunk_bytes.data(), mine, MPI_INT64_T, bytes.data(), counts.data(), begins.data(), MPI_INT64_T, 0,
                          comm_.handle()),
              "MPI_Gatherv");
    std::vector<Index> all;
    all_or_none(comm_, [&] {
        for (std::size_t rank = 0; rank < counts.size(); ++rank) {
            if (counts[rank] == 0) continue;
            Index const part = source.part(turn, static_cast<Rank>(rank)).value();
            std::span const theirs(bytes.data() + begins[rank], as_size(counts[rank]));
            auto const places = job_.target.place_chunks(job_.array, encoded_chunks(chunks_of(parts_, task_.target, part), theirs));
            journal_.append_places(part, theirs);
            all.insert(all.end(), places.begin(), places.end());
        }
    });
    std::vector<Index> places(chunk_bytes.size());
    check_mpi(
        MPI_Scatterv(all.data(), counts.data(), begins.data(), MPI_INT64_T, places.data(), mine, MPI_INT64_T, 0, comm_.handle()),
        "MPI_Scatterv");
    return places;
}

void CopyRun::encode_turn(PartSource& source, Index turn, PartBuffer& part, PartEncoder& encoder, RequestQueue& queue) {
    auto const number = source.part(turn, comm_.rank());
    std::optional<PartFill> fill;
    encoder.clear();
    all_or_none(comm_, [&] {
        fill = source.fill(turn, missing_[as_size(turn)], part);
        if (number) advance(part_bytes(*number));
        if (fill) static_cast<void>(encoder.encode(part));
    });
    auto const places = placed(source, turn, encoder.bytes());
    all_or_none(comm_, [&] {
        if (!fill) return;
        encoder.write(places, queue);
        journal_.record(*number, {fill->checksum, encoder.hash(), fill->damaged});
        outcome_.checksum += fill->checksum;
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
        encoder.emplace(task_.target, job_.target.codecs(job_.array), outcome_.plan, task_.element_bytes, account_);
        lists = account_.take(RequestQueue::memory(0));
        file = FileChannel::open_alone(job_.target.encoded_path(), FileUse::Update, job_.options.channel);
    });
    RequestQueue queue(file.get(), RequestQueue::Direction::Write, 0);
    for (Index turn = 0; turn < source.turns() && !bell_.agreed(); ++turn) encode_turn(source, turn, *part, *encoder, queue);
    outcome_.writes = queue.counts();
    all_or_none(comm_, [&] { file->sync(); });
}

} // namespace tessera
