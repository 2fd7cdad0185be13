// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of one array's copy in which data move.
#include "libcore/runtime/file_copy/copy_frame.hpp"
#include "libcore/runtime/file_copy/copy_run.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <array>
#include <fmt/format.h>
#include <mpi.h>
#include <utility>

namespace tessera {

/// What every rank found. Collective.
std::string CopyRun::gathered(std::vector<Damage> const& mine) const {
    std::size_t const most = job_.options.salvage ? most_salvaged : most_told;
    return concatenated(comm_, damage_text(mine, job_.source.array, task_.target, most));
}

/// Reads every part that has a record and compares; each rank those that the rank `shift` below it copies.
std::vector<Damage> CopyRun::read_again(Rank shift) {
    CopyPlan const plan = reading_back(outcome_.plan);
    CopyMap const identity = CopyMap::identity(task_.target.extents);
    PartBuffer part(account_, task_.target, parts_, task_.element_bytes);
    PartReader reader(*target_, identity, task_.target.extents, plan, account_);
    std::vector<Damage> damage;
    pace_.start();
    auto const note = [&](Index number, std::string const& why) {
        damage.push_back({parts_.box(number), why});
        journal_.forget(number);
    };
    for (Index number = (comm_.rank() + shift) % comm_.size(); number < parts_.count() && !bell_.heard(); number += comm_.size()) {
        part.begin(parts_.box(number));
        advance(part.bytes());
        auto const record = journal_.find(number);
        if (!record) continue;
        try {
            bool same = true;
            for (int copy = 0; copy < target_->copies(); ++copy) same = reader.read(part, copy) == record->elements && same;
            pace_.spend(part.bytes() * target_->copies());
            if (!same) note(number, "what was read again is not what was written");
        } catch (UnreadablePart const& failure) {
            note(number, failure.what());
        }
    }
    return damage;
}

void CopyRun::check_what_is_there() {
    resumed_ = true;
    all_or_none(comm_, [&] {
        if (encodes()) return check_encoded();
        open_target();
        static_cast<void>(read_again(0));
    });
    Index found = 0;
    for (Index number = comm_.rank(); number < parts_.count(); number += comm_.size())
        if (journal_.is_done(number)) ++found;
    check_mpi(MPI_Allreduce(&found, &outcome_.parts_found, 1, MPI_INT64_T, MPI_SUM, comm_.handle()), "MPI_Allreduce");
}

std::unique_ptr<PartSource> CopyRun::part_source(PartReader& reader) {
    if (outcome_.plan.access != Access::TwoPhase) return std::make_unique<OwnParts>(comm_, parts_, reader, job_.options.salvage);
    return std::make_unique<SharedTiles>(comm_, task_, outcome_.plan, parts_, reader, account_, job_.options.salvage);
}

/// Which of this rank's parts are still to be copied. Those that are there count for the checksum.
void CopyRun::find_missing(PartSource const& source) {
    missing_.assign(as_size(source.turns()), false);
    for (Index turn = 0; turn < source.turns(); ++turn) {
        auto const part = source.part(turn, comm_.rank());
        bool const there = part && resumed_ && journal_.is_done(*part);
        if (there) sum_up(*journal_.find(*part));
        missing_[as_size(turn)] = part && !there;
    }
}

void CopyRun::sum_up(PartRecord const& record) {
    outcome_.checksum += record.elements;
    source_checksum_ += record.source;
}

void CopyRun::note_part(Index number, PartRecord const& record) {
    journal_.record(number, record);
    sum_up(record);
}

void CopyRun::copy_turn(PartSource& source, Index turn, PartBuffer& part, PartWriter& writer) {
    auto const number = source.part(turn, comm_.rank());
    auto const fill = source.fill(turn, missing_[as_size(turn)], part);
    if (number) advance(part_bytes(*number));
    if (!fill) return;
    writer.write(part);
    note_part(*number, {fill->checksum, fill->checksum, 0, fill->damaged});
    outcome_.bytes_copied += part.bytes();
    pace_.spend(bytes_of_a_copy * part.bytes());
}

void CopyRun::copy_plain(PartSource& source) {
    std::optional<PartBuffer> part;
    std::optional<PartWriter> writer;
    all_or_none(comm_, [&] {
        part.emplace(account_, task_.target, parts_, task_.element_bytes);
        writer.emplace(*target_, outcome_.plan, account_);
    });
    if (source.together()) {
        for (Index turn = 0; turn < source.turns() && !bell_.agreed(); ++turn)
            all_or_none(comm_, [&] { copy_turn(source, turn, *part, *writer); });
    } else {
        all_or_none(comm_, [&] {
            for (Index turn = 0; turn < source.turns() && !bell_.heard(); ++turn) copy_turn(source, turn, *part, *writer);
        });
    }
    all_or_none(comm_, [&] { writer->finish(); });
    outcome_.writes = writer->counts();
}

std::string CopyRun::copy() {
    if (job_.source.parts_elsewhere) return ""; // whoever made the target has copied them
    double const start = seconds_now();
    pace_.start();
    outcome_.summed = true;
    std::optional<PartReader> reader;
    std::unique_ptr<PartSource> source;
    all_or_none(comm_, [&] {
        if (!encodes() && !target_) open_target();
        reader.emplace(job_.source, job_.map, task_.target.extents, outcome_.plan, account_);
        source = part_source(*reader);
        find_missing(*source);
    });
    encodes() ? copy_encoded(*source) : copy_plain(*source);
    target_.reset(); // closes the file
    outcome_.reads = reader->counts();
    sum_counts();
    outcome_.copy_seconds = slowest(comm_, seconds_now() - start);
    std::string unread = gathered(source->damage());
    damaged_ = !unread.empty();
    return unread;
}

void CopyRun::sum_counts() {
    std::array sums{outcome_.reads.requests, outcome_.reads.bytes, outcome_.writes.requests, outcome_.writes.bytes,
                    outcome_.bytes_copied};
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums.data(), narrow<int>(sums.size()), MPI_INT64_T, MPI_SUM, comm_.handle()),
              "MPI_Allreduce");
    outcome_.reads = {sums[0], sums[1]};
    outcome_.writes = {sums[2], sums[3]};
    outcome_.bytes_copied = sums[4];
    std::array checksums{outcome_.checksum, source_checksum_};
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, checksums.data(), 2, MPI_UINT64_T, MPI_SUM, comm_.handle()), "MPI_Allreduce");
    outcome_.checksum = checksums[0];
    source_checksum_ = checksums[1];
}

bool CopyRun::verify() {
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
    all_or_none(comm_, [&] { damage = read_again(1); });
    target_.reset();
    std::string const wrong = gathered(damage);
    outcome_.verify_seconds = slowest(comm_, seconds_now() - start);
    if (wrong.empty()) return true;
    outcome_.wrong =
        fmt::format("the target is not what was written, and has no name yet; --resume writes these parts again:{}", wrong);
    return false;
}

} // namespace tessera
