// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of one copy in which data move.
#include "libcore/runtime/file_copy/copy_run.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/file_identity.hpp"
#include "libcore/runtime/store/stored_checksum.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <numeric>
#include <system_error>
#include <tuple>
#include <utility>

namespace tessera {

namespace {

constexpr std::size_t most_told = 8; // damages of one rank that are told one by one

/// All ranks' texts one behind the other, on every rank.
std::string concatenated(Comm const& comm, std::string const& mine) {
    int const length = narrow<int>(mine.size());
    std::vector<int> lengths(static_cast<std::size_t>(comm.size()));
    check_mpi(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, comm.handle()), "MPI_Allgather");
    std::vector<int> begins(lengths.size());
    std::exclusive_scan(lengths.begin(), lengths.end(), begins.begin(), 0);
    std::string all(static_cast<std::size_t>(begins.back() + lengths.back()), '\0');
    check_mpi(MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), begins.data(), MPI_CHAR, comm.handle()),
              "MPI_Allgatherv");
    return all;
}

} // namespace

/// What every rank found, a line each; empty where nothing is damaged. Collective.
std::string CopyRun::gathered(std::vector<Damage> const& mine) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(mine.size(), most_told); ++i)
        text += fmt::format("\n  {}: {}", region(mine[i].box), mine[i].what);
    if (mine.size() > most_told) text += fmt::format("\n  and {} more like these", mine.size() - most_told);
    return concatenated(comm_, text);
}

/// Reads every part that has a record and compares; each rank those that the rank `shift` below it copies.
std::vector<Damage> CopyRun::read_again(std::string const& what, Rank shift) {
    CopyPlan const plan = reading_back(outcome_.plan);
    CopyMap const identity = CopyMap::identity(task_.target.extents);
    PartBuffer part(account_, task_.target, *parts_, task_.element_bytes);
    PartReader reader(*target_, identity, task_.target.extents, plan, account_);
    tell(what, outcome_.bytes);
    std::vector<Damage> damage;
    auto const note = [&](Index number, std::string const& why) {
        damage.push_back({parts_->box(number), why});
        journal_->forget(number);
    };
    for (Index number = (comm_.rank() + shift) % comm_.size(); number < parts_->count(); number += comm_.size()) {
        part.begin(parts_->box(number));
        advance(part.bytes());
        auto const record = journal_->find(number);
        if (!record) continue;
        try {
            bool same = true;
            for (int copy = 0; copy < target_->copies(); ++copy) same = reader.read(part, copy) == record->elements && same;
            if (!same) note(number, "what was read again is not what was written");
        } catch (UnreadablePart const& failure) {
            note(number, failure.what());
        }
    }
    if (comm_.rank() == 0 && job_.options.progress) job_.options.progress->end();
    return damage;
}

void CopyRun::check_what_is_there() {
    if (!resumed_) return;
    all_or_none(comm_, [&] { encodes() ? check_encoded() : static_cast<void>(read_again("checking what is there", 0)); });
    Index found = 0;
    for (Index number = comm_.rank(); number < parts_->count(); number += comm_.size())
        if (journal_->find(number)) ++found;
    check_mpi(MPI_Allreduce(&found, &outcome_.parts_found, 1, MPI_INT64_T, MPI_SUM, comm_.handle()), "MPI_Allreduce");
}

std::unique_ptr<PartSource> CopyRun::part_source(PartReader& reader) {
    if (outcome_.plan.access != Access::TwoPhase) return std::make_unique<OwnParts>(comm_, *parts_, reader);
    return std::make_unique<SharedTiles>(comm_, task_, outcome_.plan, *parts_, reader, account_);
}

/// Which of this rank's parts are still to be copied. Those that are there count for the checksum.
void CopyRun::find_missing(PartSource const& source) {
    missing_.assign(static_cast<std::size_t>(source.turns()), false);
    for (Index turn = 0; turn < source.turns(); ++turn) {
        auto const part = source.part(turn, comm_.rank());
        auto const done = part && resumed_ ? journal_->find(*part) : std::nullopt;
        if (done) outcome_.checksum += done->elements;
        missing_[static_cast<std::size_t>(turn)] = part && !done;
    }
}

void CopyRun::copy_turn(PartSource& source, Index turn, PartBuffer& part, PartWriter& writer) {
    auto const number = source.part(turn, comm_.rank());
    auto const checksum = source.fill(turn, missing_[static_cast<std::size_t>(turn)], part);
    if (number) advance(part_bytes(*number));
    if (!checksum) return;
    writer.write(part);
    journal_->record(*number, {*checksum, 0});
    outcome_.checksum += *checksum;
    outcome_.bytes_copied += part.bytes();
}

/// Where nobody can be asked to stop, it costs no message.
bool CopyRun::stop_together() {
    if (!job_.options.stop) return false;
    int asked = stop_asked() ? 1 : 0;
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &asked, 1, MPI_INT, MPI_MAX, comm_.handle()), "MPI_Allreduce");
    outcome_.stopped = outcome_.stopped || asked != 0;
    return outcome_.stopped;
}

void CopyRun::copy_plain(PartSource& source) {
    std::optional<PartBuffer> part;
    std::optional<PartWriter> writer;
    all_or_none(comm_, [&] {
        part.emplace(account_, task_.target, *parts_, task_.element_bytes);
        writer.emplace(*target_, outcome_.plan, account_);
    });
    if (source.together()) {
        for (Index turn = 0; turn < source.turns() && !stop_together(); ++turn)
            all_or_none(comm_, [&] { copy_turn(source, turn, *part, *writer); });
    } else {
        all_or_none(comm_, [&] {
            for (Index turn = 0; turn < source.turns() && !stop_asked(); ++turn) copy_turn(source, turn, *part, *writer);
        });
        static_cast<void>(stop_together()); // whoever was told has stopped already
    }
    all_or_none(comm_, [&] { writer->finish(); });
    outcome_.writes = writer->counts();
}

void CopyRun::copy() {
    if (job_.source.parts_elsewhere) return; // whoever made the target has copied them
    double const start = seconds_now();
    outcome_.summed = true;
    tell("copying", outcome_.bytes);
    std::optional<PartReader> reader;
    std::unique_ptr<PartSource> source;
    all_or_none(comm_, [&] {
        reader.emplace(job_.source, job_.map, task_.target.extents, outcome_.plan, account_);
        source = part_source(*reader);
        find_missing(*source);
    });
    encodes() ? copy_encoded(*source) : copy_plain(*source);
    outcome_.reads = reader->counts();
    std::vector<Damage> const& damage = source->damage();
    if (comm_.rank() == 0 && job_.options.progress) job_.options.progress->end();
    std::string const missing = gathered(damage);
    if (!missing.empty())
        throw AgreedFailure(fmt::format("'{}' cannot be read everywhere; these parts of the target are missing, all others are in "
                                        "place, and --resume tries again:{}",
                                        job_.source.name, missing));
    sum_counts();
    outcome_.copy_seconds = slowest(comm_, seconds_now() - start);
}

void CopyRun::sum_counts() {
    std::array sums{outcome_.reads.requests, outcome_.reads.bytes, outcome_.writes.requests, outcome_.writes.bytes,
                    outcome_.bytes_copied};
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums.data(), narrow<int>(sums.size()), MPI_INT64_T, MPI_SUM, comm_.handle()),
              "MPI_Allreduce");
    outcome_.reads = {sums[0], sums[1]};
    outcome_.writes = {sums[2], sums[3]};
    outcome_.bytes_copied = sums[4];
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &outcome_.checksum, 1, MPI_UINT64_T, MPI_SUM, comm_.handle()), "MPI_Allreduce");
}

/// Attributes, other objects and whatever else the target has from its original.
bool CopyRun::same_beside() {
    std::string wrong;
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) return;
        for (std::string const& line : job_.target.differences()) wrong += "\n  " + line;
    });
    wrong = concatenated(comm_, wrong);
    if (wrong.empty()) return true;
    useless_ = true;
    outcome_.wrong = fmt::format("the target is not what its original is, and gets no name:{}", wrong);
    return false;
}

/// What is read again is what a reader will find: an array of this type and shape, where the file says that it lies.
bool CopyRun::reopen_target() {
    std::string wrong;
    all_or_none(comm_, [&] {
        auto const said = [&] { return std::tuple(target_->type, target_->extents, target_->order, target_->big_endian); };
        auto const written = said();
        target_.reset(); // HDF5 would take a file that is still open for the same
        target_ = job_.target.reopened();
        target_->channel = job_.options.channel;
        if (said() != written) wrong = "the target says another thing of its array than was written, and gets no name";
    });
    wrong = broadcast_text(comm_, 0, std::move(wrong));
    if (wrong.empty()) return true;
    useless_ = true;
    outcome_.wrong = wrong;
    return false;
}

bool CopyRun::verify() {
    if (!job_.options.verify) return true;
    double const start = seconds_now();
    if (!same_beside() || !reopen_target()) return false;
    std::vector<Damage> damage;
    all_or_none(comm_, [&] {
        for (StoredFile const& file : target_->files) {
            PosixFile::open_to_read(file.path).drop_cache();
            if (file.boxes) file.boxes->drop_cache();
        }
    });
    if (!job_.source.parts_elsewhere) all_or_none(comm_, [&] { damage = read_again("verifying", 1); });
    std::string const wrong = gathered(damage);
    outcome_.verify_seconds = slowest(comm_, seconds_now() - start);
    if (wrong.empty()) return true;
    outcome_.wrong =
        fmt::format("the target is not what was written, and has no name yet; --resume writes these parts again:{}", wrong);
    return false;
}

bool CopyRun::check_source() {
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) return;
        std::vector<std::string> paths;
        for (StoredFile const& file : job_.source.files) paths.push_back(file.path);
        useless_ = identities_of(paths) != source_identity_;
        if (useless_)
            throw std::runtime_error(fmt::format("'{}' changed while it was copied; the copy is given up", job_.source.name));
    });
    bool const comparable = job_.source.checksum && !job_.source.turned && job_.map == CopyMap::identity(job_.source.extents);
    if (!comparable) return true;
    outcome_.checked_source = true;
    if (*job_.source.checksum == outcome_.checksum) return true;
    useless_ = true;
    outcome_.wrong = changed_since(job_.source.name, outcome_.checksum, *job_.source.checksum);
    return false;
}

void CopyRun::publish() {
    target_.reset(); // closes the files
    std::span const checksums(&outcome_.checksum, job_.source.parts_elsewhere ? 0 : 1);
    job_.target.finish(comm_, checksums);
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) return;
        FileIdentity const made = identity_of(job_.place.provisional());
        job_.target.publish();
        if (job_.options.verify && identity_of(job_.place.path) != made)
            throw std::runtime_error(fmt::format("'{}' is not the file that was written and verified", job_.place.path));
        std::filesystem::remove(job_.place.journal());
    });
}

void CopyRun::leave() noexcept {
    if (comm_.rank() != 0) return;
    bool nothing_done = true;
    try {
        for (Index number = 0; journal_ && parts_ && number < parts_->count() && nothing_done; ++number)
            nothing_done = !journal_->find(number);
    } catch (std::exception const&) {
        nothing_done = false; // rather too much is kept than too little
    }
    if (!journal_ || !(nothing_done || useless_)) return;
    job_.target.discard();
    std::error_code ignored;
    std::filesystem::remove(job_.place.journal(), ignored);
}

CopyOutcome CopyRun::outcome() const {
    CopyOutcome outcome = outcome_;
    Index const mine = account_.peak();
    check_mpi(MPI_Allreduce(&mine, &outcome.memory_peak, 1, MPI_INT64_T, MPI_SUM, comm_.handle()), "MPI_Allreduce");
    return outcome;
}

} // namespace tessera
