// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of one array's copy that move data.
#include "libcore/files/copy/copy_frame.hpp"
#include "libcore/files/copy/copy_run.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace tessera {

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

} // namespace tessera
