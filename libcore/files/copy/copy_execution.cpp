// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of one array's copy.
#include "libcore/files/copy/copy_execution.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/files/copy/copy_frame.hpp"
#include "libcore/files/copy/part_encoder.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <mpi.h>
#include <numeric>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace tessera {
namespace {

std::string damaged_scratch(std::string const& name) {
    return fmt::format(
        "the scratch file '{}' does not hold any more what the first pass wrote to it, and is removed; copy again, or "
        "by way of another disk with --scratch auto:FOLDER",
        name);
}

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

CopyExecution::CopyExecution(Communicator const& comm, CopyJob const& job, CopyPlan const& plan, JournalSection journal,
                             EarlySync& early, StopFlag& stop_flag)
    : comm_(comm), job_(job), task_(task_of(comm, job)), account_(task_.memory), journal_(journal), early_(early),
      parts_(task_.target, plan.part), units_(task_.target, plan.unit), stop_flag_(stop_flag),
      limiter_(static_cast<double>(job.options.bandwidth) / plan.ranks, [&stop_flag] { return stop_flag.stop_requested(); }) {
    outcome_.plan = plan;
    outcome_.parts = parts_.count();
    outcome_.bytes = task_.element_bytes;
    for (Index const extent : task_.target.extents) outcome_.bytes *= extent;
}

void CopyExecution::open_target() {
    target_ = job_.target.open(job_.array);
    target_->channel = job_.options.channel;
}

Index CopyExecution::bytes_of(std::vector<Run> const& box) const {
    Index bytes = task_.element_bytes;
    for (Run const run : box) bytes *= run.size();
    return bytes;
}

void CopyExecution::advance(Index bytes) const {
    if (comm_.rank() == 0 && job_.options.progress) job_.options.progress->advance(bytes * comm_.size());
}

bool CopyExecution::check_source() {
    bool const comparable = job_.source.checksum && !job_.source.byte_swapped && job_.map == CopyMap::identity(job_.source.extents);
    if (!comparable || damaged_) return true;
    outcome_.checked_source = true;
    if (*job_.source.checksum == source_checksum_) return true;
    outcome_.wrong =
        job_.scratch ? damaged_scratch(job_.source.name) : changed_since(job_.source.name, source_checksum_, *job_.source.checksum);
    return false;
}

/// A reader will find the same as verification: an array of this type and shape, at the file's addresses.
bool CopyExecution::reopen_target() {
    std::string wrong;
    all_or_none(comm_, [&] {
        auto const said = [&] {
            bool const byte_swapped = has_byte_order(target_->type) && target_->big_endian;
            return std::tuple(target_->type, target_->fields, target_->extents, target_->order, byte_swapped);
        };
        open_target();
        auto const written = said();
        target_.reset(); // HDF5 would reuse a file that is still open
        target_ = job_.target.reopened(job_.array);
        target_->channel = job_.options.channel;
        if (said() != written) wrong = "the target says another thing of its array than was written, and gets no name";
    });
    wrong = broadcast_text(comm_, 0, std::move(wrong));
    if (wrong.empty()) return true;
    outcome_.wrong = wrong;
    return false;
}

CopyOutcome CopyExecution::outcome() const {
    CopyOutcome outcome = outcome_;
    outcome.memory_peak = all_sum(comm_, account_.peak());
    return outcome;
}

/// Returns the damage that all ranks found. Collective.
DamageList CopyExecution::gathered(std::vector<Damage> const& mine) const {
    std::size_t const most = job_.options.salvage ? most_salvaged : most_told;
    return damage_of_all(comm_, mine, job_.source.array, task_.target, most);
}

/// Returns the part's units that have a record and are still to be read.
CopyExecution::Recorded CopyExecution::recorded_units(Index part, Reading which) const {
    auto const is_read = [&](UnitState state) {
        return which == Reading::Doubtful ? state == UnitState::Doubtful : state != UnitState::Verified;
    };
    Recorded units;
    for (Index const unit : units_.numbers_in(parts_.box(part)))
        if (auto const record = journal_.find(unit); record && is_read(record->state)) units.emplace_back(unit, record->elements);
    return units;
}

/// Returns the part's first unit. It ascends with the part, because both are numbered along the fastest dimension first.
Index CopyExecution::first_unit(Index part) const {
    std::vector<Run> const box = parts_.box(part);
    Extents at(box.size());
    for (std::size_t d = 0; d < box.size(); ++d) at[d] = units_.dim(d).number_of(box[d].begin);
    return units_.number(at);
}

/// Reads these units of one part back. Units that differ from what was written are added to `damage` and removed from `units`.
void CopyExecution::read_units(Recorded& units, PartReader& reader, PartBuffer& part, int copy, std::vector<Damage>& damage) {
    std::vector<std::vector<Run>> boxes;
    for (auto const& [unit, checksum] : units) boxes.push_back(units_.box(unit));
    bool all_read = true;
    part.look_at(box_around(boxes));
    try {
        static_cast<void>(reader.read(part, copy));
    } catch (UnreadablePart const&) {
        all_read = false;
    }
    std::erase_if(units, [&](auto const& recorded) {
        std::string wrong;
        part.look_at(units_.box(recorded.first));
        try {
            if (!all_read) static_cast<void>(reader.read(part, copy));
            if (reader.checksum_in(part) != recorded.second) wrong = "what was read again is not what was written";
        } catch (UnreadablePart const& failure) {
            wrong = failure.what();
        }
        if (wrong.empty()) return false;
        add_damage(damage, {units_.box(recorded.first), wrong, reader.stretches(part, copy)});
        journal_.forget(recorded.first);
        return true;
    });
}

/// Reads units with a record back and compares them. A rank reads the parts that the rank `shift` above it copies. Correct units
/// are marked in the journal, so they are not read again.
std::vector<Damage> CopyExecution::read_again(Rank shift, Reading which) {
    CopyPlan const plan = reading_back(outcome_.plan);
    CopyMap const identity = CopyMap::identity(task_.target.extents);
    PartBuffer part(account_, task_.target, parts_, task_.element_bytes);
    PartReader reader(*target_, identity, task_.target.extents, plan, account_, false);
    std::vector<Damage> damage;
    Index const end = journal_.end(units_.count());
    limiter_.start();
    for (Index number = (comm_.rank() + shift) % comm_.size(); number < parts_.count() && !stop_flag_.stop_requested();
         number += comm_.size()) {
        if (first_unit(number) >= end) break;
        part.begin(parts_.box(number));
        advance(part.bytes());
        Recorded units = recorded_units(number, which);
        for (int copy = 0; copy < target_->copies() && !units.empty(); ++copy) {
            for (auto const& [unit, checksum] : units) limiter_.spend(unit_bytes(unit));
            read_units(units, reader, part, copy, damage);
        }
        for (auto const& [unit, checksum] : units) {
            journal_.mark(unit, which == Reading::All ? UnitState::Verified : UnitState::Kept);
            if (which == Reading::Doubtful) early_.written(unit_bytes(unit)); // so that the record reaches the disk soon
        }
    }
    return damage;
}

void CopyExecution::check_what_is_there() {
    resumed_ = true;
    if (encodes()) {
        check_encoded();
    } else {
        all_or_none(comm_, [&] {
            open_target();
            static_cast<void>(read_again(0, Reading::Doubtful));
        });
    }
    Index found = 0;
    Index const end = journal_.end(units_.count());
    for (Index unit = comm_.rank(); unit < end && !stop_flag_.stop_requested(); unit += comm_.size())
        if (journal_.is_done(unit)) found += unit_bytes(unit);
    outcome_.bytes_found = all_sum(comm_, found);
}

std::unique_ptr<PartSource> CopyExecution::part_source(PartReader& reader) {
    bool const salvages = job_.options.salvage;
    if (outcome_.plan.access != Access::TwoPhase) return std::make_unique<OwnParts>(comm_, parts_, units_, reader, salvages);
    return std::make_unique<SharedTiles>(comm_, task_, outcome_.plan, parts_, units_, reader, account_, salvages);
}

/// Returns the part's units that are still to be copied. Adds the records of the others to the checksum.
std::vector<Index> CopyExecution::missing_units(std::optional<Index> part) {
    if (!part) return {};
    std::vector<Index> missing;
    for (Index const unit : units_.numbers_in(parts_.box(*part))) {
        auto const record = resumed_ ? journal_.find(unit) : std::nullopt;
        if (record && !record->damaged)
            sum_up(*record);
        else
            missing.push_back(unit);
    }
    return missing;
}

void CopyExecution::sum_up(UnitRecord const& record) {
    outcome_.checksum += record.elements;
    source_checksum_ += record.source;
}

/// Records that a unit is written.
void CopyExecution::tick_off(Index unit, UnitRecord const& record) {
    Index const bytes = unit_bytes(unit);
    journal_.record(unit, record);
    sum_up(record);
    outcome_.bytes_copied += bytes;
    early_.written(bytes);
    limiter_.spend(bytes_of_a_copy * bytes);
}

void CopyExecution::copy_turn(PartSource& source, Index turn, PartBuffer& part, PartWriter& writer) {
    auto const number = source.part(turn, comm_.rank());
    std::vector<UnitFill> const fills = source.fill(turn, missing_units(number), part);
    if (number) advance(part_bytes(*number));
    for (std::span<UnitFill const> rest = fills; !rest.empty();) {
        auto const some = rest.first(std::min(rest.size(), as_size(writer.units_at_once())));
        rest = rest.subspan(some.size());
        std::vector<std::vector<Run>> boxes;
        for (UnitFill const& fill : some) boxes.push_back(units_.box(fill.unit));
        writer.write(part, boxes);
        for (UnitFill const& fill : some) tick_off(fill.unit, {fill.checksum, fill.checksum, 0, fill.damaged});
        if (!source.together() && stop_flag_.stop_requested()) return;
    }
}

void CopyExecution::copy_plain(PartSource& source, bool syncs) {
    std::optional<PartBuffer> part;
    std::optional<PartWriter> writer;
    all_or_none(comm_, [&] {
        part.emplace(account_, task_.target, parts_, task_.element_bytes);
        writer.emplace(*target_, outcome_.plan, account_);
    });
    if (source.together()) {
        for (Index turn = 0; turn < source.turns() && !stop_flag_.agreed(); ++turn)
            all_or_none(comm_, [&] { copy_turn(source, turn, *part, *writer); });
    } else {
        all_or_none(comm_, [&] {
            for (Index turn = 0; turn < source.turns() && !stop_flag_.stop_requested(); ++turn)
                copy_turn(source, turn, *part, *writer);
        });
    }
    if (syncs) all_or_none(comm_, [&] { writer->finish(); });
    outcome_.writes = writer->counts();
}

DamageList CopyExecution::copy(bool syncs) {
    if (job_.source.parts_elsewhere) return {}; // OutputFile has copied them
    double const start = seconds_now();
    limiter_.start();
    outcome_.summed = true;
    std::optional<PartReader> reader;
    std::unique_ptr<PartSource> source;
    all_or_none(comm_, [&] {
        if (!encodes() && !target_) open_target();
        reader.emplace(job_.source, job_.map, task_.target.extents, outcome_.plan, account_);
        source = part_source(*reader);
    });
    encodes() ? copy_encoded(*source) : copy_plain(*source, syncs);
    target_.reset(); // closes the file
    outcome_.reads = reader->counts();
    sum_counts();
    outcome_.copy_seconds = slowest(comm_, seconds_now() - start);
    DamageList unread = gathered(source->damage());
    damaged_ = !unread.empty();
    return unread;
}

void CopyExecution::sum_counts() {
    std::array sums{outcome_.reads.requests, outcome_.reads.bytes, outcome_.writes.requests, outcome_.writes.bytes,
                    outcome_.bytes_copied};
    sum_entries<Index>(comm_, sums);
    outcome_.reads = {sums[0], sums[1]};
    outcome_.writes = {sums[2], sums[3]};
    outcome_.bytes_copied = sums[4];
    std::array checksums{outcome_.checksum, source_checksum_};
    sum_entries<std::uint64_t>(comm_, checksums);
    outcome_.checksum = checksums[0];
    source_checksum_ = checksums[1];
}

bool CopyExecution::verify() {
    if (job_.source.parts_elsewhere) {
        target_.reset();
        return true;
    }
    double const start = seconds_now();
    std::vector<Damage> damage;
    all_or_none(comm_, [&] {
        for (StoredFile const& file : target_->files) {
            PosixFile::open_to_read(file.path).drop_cache();
            if (file.boxes) file.boxes->drop_cache();
        }
    });
    all_or_none(comm_, [&] { damage = read_again(1, Reading::All); });
    target_.reset();
    outcome_.damage = gathered(damage);
    outcome_.verify_seconds = slowest(comm_, seconds_now() - start);
    if (outcome_.damage.empty()) return true;
    outcome_.wrong = fmt::format("the target is not what was written, and has no name yet; --resume writes these parts again:{}",
                                 damage_text(outcome_.damage));
    return false;
}

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
