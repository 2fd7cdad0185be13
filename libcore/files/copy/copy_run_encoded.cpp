// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the copy of an array with filtered chunks: all ranks encode, and one rank gets the addresses from HDF5.
#include "libcore/base/arithmetic.hpp"
#include "libcore/files/copy/copy_run.hpp"
#include "libcore/files/copy/part_encoder.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <mpi.h>
#include <numeric>
#include <span>
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

/// Decodes sizes that were sent as words.
std::vector<EncodedSize> sizes_in(std::span<Index const> words) {
    std::vector<EncodedSize> sizes;
    for (Index const word : words) sizes.push_back(std::bit_cast<EncodedSize>(word));
    return sizes;
}

/// Gathers the words of all ranks on rank 0, in rank order. `counts`: set to the number of words of each rank. Collective.
std::vector<Index> gathered_words(Communicator const& comm, std::vector<Index> const& mine, std::vector<int>& counts) {
    int const count = narrow<int>(mine.size());
    counts.assign(as_size(comm.rank() == 0 ? comm.size() : 0), 0);
    check_mpi(MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm.handle()), "MPI_Gather");
    std::vector<int> const begins = begins_of(counts);
    std::vector<Index> words(as_size(std::reduce(counts.begin(), counts.end())));
    check_mpi(
        MPI_Gatherv(mine.data(), count, MPI_INT64_T, words.data(), counts.data(), begins.data(), MPI_INT64_T, 0, comm.handle()),
        "MPI_Gatherv");
    return words;
}

/// Distributes rank 0's words: counts[r] words to each rank r. Collective.
std::vector<Index> dealt_words(Communicator const& comm, std::vector<Index> const& words, std::vector<int> const& counts) {
    int count = 0;
    check_mpi(MPI_Scatter(counts.data(), 1, MPI_INT, &count, 1, MPI_INT, 0, comm.handle()), "MPI_Scatter");
    std::vector<int> const begins = begins_of(counts);
    std::vector<Index> mine(as_size(count));
    check_mpi(
        MPI_Scatterv(words.data(), counts.data(), begins.data(), MPI_INT64_T, mine.data(), count, MPI_INT64_T, 0, comm.handle()),
        "MPI_Scatterv");
    return mine;
}

} // namespace

void CopyExecution::place_again(Index unit, std::span<EncodedSize const> sizes) {
    auto begins = job_.target.place_chunks(job_.array, encoded_chunks(chunks_of(units_, task_.target, unit), sizes));
    known_[unit] = {std::move(begins), {sizes.begin(), sizes.end()}};
}

/// Returns this rank's share of the units that the journal lists as written. For each unit: its number, number of chunks, their
/// addresses and their sizes. Collective.
std::vector<Index> CopyExecution::units_and_places() {
    std::vector<Index> words;
    std::vector<int> counts(as_size(comm_.rank() == 0 ? comm_.size() : 0), 0);
    auto const count = std::ssize(known_);
    Index done = 0;
    for (auto const& [unit, places] : known_) {
        std::size_t const before = words.size();
        words.insert(words.end(), {unit, std::ssize(places.begins)});
        words.insert(words.end(), places.begins.begin(), places.begins.end());
        for (EncodedSize const& size : places.sizes) words.push_back(std::bit_cast<Index>(size));
        counts[as_size(done++ * comm_.size() / count)] += narrow<int>(words.size() - before);
    }
    known_.clear();
    return dealt_words(comm_, words, counts);
}

/// After an interruption: reads back recorded units that may be lost. Collective.
void CopyExecution::check_encoded() {
    std::vector<Index> const words = units_and_places();
    all_or_none(comm_, [&] {
        PosixFile const file = PosixFile::open_to_read(job_.target.encoded_path());
        limiter_.start();
        for (auto next = words.begin(); next != words.end() && !stop_flag_.stop_requested();) {
            Index const unit = *next++;
            auto const chunks = as_size(*next++);
            std::span const begins(next, chunks);
            next += std::ssize(begins);
            auto const sizes = sizes_in({next, chunks});
            next += std::ssize(sizes);
            advance(unit_bytes(unit));
            auto const record = journal_.find(unit);
            if (!record || record->state != UnitState::Doubtful) continue;
            limiter_.spend(unit_bytes(unit));
            bool const there = file.size() >= begins.back() + sizes.back().bytes;
            if (!there || hash_of_places(file, begins, sizes) != record->bytes)
                journal_.forget(unit);
            else
                journal_.mark(unit, UnitState::Kept);
            early_.written(unit_bytes(unit)); // so that the record reaches the disk soon
        }
    });
}

/// Returns the addresses of the chunks of these units, which this rank has encoded. Collective.
std::vector<Index> CopyExecution::placed(PartEncoder const& encoder, std::span<PartEncoder::Encoded const> units) {
    std::vector<Index> mine; // for each unit its number and the sizes of its chunks
    for (PartEncoder::Encoded const& unit : units) {
        mine.push_back(unit.unit);
        for (EncodedSize const& size : std::span(encoder.sizes()).subspan(unit.first, unit.chunks))
            mine.push_back(std::bit_cast<Index>(size));
    }
    std::vector<int> counts;
    std::vector<Index> const words = gathered_words(comm_, mine, counts);
    std::vector<Index> places;
    std::vector<int> placed(counts.size(), 0); // number of chunks of each rank
    all_or_none(comm_, [&] {
        auto next = words.begin();
        for (std::size_t rank = 0; rank < counts.size(); ++rank)
            for (auto const end = next + counts[rank]; next != end;) {
                Index const unit = *next++;
                auto chunks = chunks_of(units_, task_.target, unit);
                auto const sizes = sizes_in({next, chunks.size()});
                auto const begins = job_.target.place_chunks(job_.array, encoded_chunks(std::move(chunks), sizes));
                journal_.append_places(unit, sizes);
                places.insert(places.end(), begins.begin(), begins.end());
                placed[rank] += narrow<int>(begins.size());
                next += std::ssize(sizes);
            }
    });
    return dealt_words(comm_, places, placed);
}

/// Encodes units. If an element cannot be encoded, the error names it.
void CopyExecution::encode(PartBuffer& part, std::span<UnitFill const> fills, PartEncoder& encoder) const {
    std::vector<PartEncoder::Unit> units;
    for (UnitFill const& fill : fills) units.push_back({fill.unit, units_.box(fill.unit)});
    try {
        encoder.encode(units, part);
    } catch (ElementNotPreserved const& lost) {
        StoredShape const& shape = task_.target;
        std::vector<Extents> chunks;
        for (UnitFill const& fill : fills) std::ranges::move(chunks_of(units_, shape, fill.unit), std::back_inserter(chunks));
        Index rest = lost.number();
        Extents at = chunks[as_size(rest / chunk_elements(shape))];
        rest %= chunk_elements(shape);
        for (int const dim : shape.permutation) {
            auto const d = as_size(dim);
            at[d] = at[d] * shape.chunk[d] + rest % shape.chunk[d];
            rest /= shape.chunk[d];
        }
        throw std::runtime_error(fmt::format("'{}': the element ({}) does not come through {} as it must: {}", job_.source.name,
                                             fmt::join(at, ","), describe(job_.target.filters(job_.array)), lost.what()));
    }
}

/// Encodes some units of the filled part and returns their records for the journal. Collective; a rank may have none.
std::vector<UnitRecord> CopyExecution::encode_units(std::span<UnitFill const> fills, PartBuffer& part, PartEncoder& encoder) {
    std::vector<UnitRecord> records;
    all_or_none(comm_, [&] {
        encode(part, fills, encoder);
        for (std::size_t i = 0; i < fills.size(); ++i) {
            UnitFill const& fill = fills[i];
            part.look_at(units_.box(fill.unit));
            std::uint64_t const written = encoder.changes() ? part.checksum(task_.target.extents) : fill.checksum;
            records.push_back({written, fill.checksum, encoder.hash(encoder.units()[i]), fill.damaged});
        }
    });
    return records;
}

/// Writes encoded units. Collective; a rank may have none.
void CopyExecution::write_units(std::span<PartEncoder::Encoded const> units, std::span<UnitRecord const> records,
                                PartEncoder& encoder, RequestQueue& queue) {
    auto const places = placed(encoder, units);
    all_or_none(comm_, [&] {
        std::span<Index const> rest = places;
        for (std::size_t i = 0; i < units.size(); ++i) {
            encoder.write(units[i], rest.first(units[i].chunks), queue);
            rest = rest.subspan(units[i].chunks);
            tick_off(units[i].unit, records[i]);
        }
    });
}

void CopyExecution::encode_turn(PartSource& source, Index turn, PartBuffer& part, PartEncoder& encoder, RequestQueue& queue) {
    auto const number = source.part(turn, comm_.rank());
    std::vector<UnitFill> fills;
    all_or_none(comm_, [&] {
        fills = source.fill(turn, missing_units(number), part);
        if (number) advance(part_bytes(*number));
    });
    auto const first = [](auto const& units, Index count) {
        return std::span(units).first(std::min(units.size(), as_size(count)));
    };
    std::span<UnitFill const> rest = fills;
    std::vector<UnitRecord> records;
    std::span<PartEncoder::Encoded const> encoded;
    Index const rounds = all_max(comm_, ceil_div(std::ssize(fills), encoder.units_at_once()));
    for (Index round = 0; round < rounds && !stop_flag_.agreed(); ++round) {
        if (round % encoder.rounds_at_once() == 0) {
            auto const some = first(rest, encoder.units_at_once() * encoder.rounds_at_once());
            rest = rest.subspan(some.size());
            records = encode_units(some, part, encoder);
            encoded = encoder.units();
        }
        auto const now = first(encoded, encoder.units_at_once());
        write_units(now, std::span(records).last(encoded.size()), encoder, queue);
        encoded = encoded.subspan(now.size());
    }
}

void CopyExecution::copy_encoded(PartSource& source) {
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
    for (Index turn = 0; turn < source.turns() && !stop_flag_.agreed(); ++turn) encode_turn(source, turn, *part, *encoder, queue);
    outcome_.writes = queue.counts();
    outcome_.largest_change = encoder->largest_change();
    if (outcome_.largest_change) outcome_.largest_change = all_max(comm_, *outcome_.largest_change);
    all_or_none(comm_, [&] { file->sync(); });
}

} // namespace tessera
