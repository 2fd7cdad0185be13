// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies arrays from files to a file with all ranks, within a memory limit.
#include "libcore/files/copy/file_copy.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/copy/copy_execution.hpp"
#include "libcore/files/copy/copy_frame.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

/// Copies all arrays of a file, one after the other. Arrays with filtered chunks come first: until the file is sealed, other
/// processes cannot see addresses of the other arrays.
class FileRun {
  public:
    FileRun(Communicator const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans)
        : comm_(comm), jobs_(jobs), frame_(comm, jobs, plans), plans_(plans), stop_flag_(comm, jobs.front().options.stop) {}

    [[nodiscard]] Result<void> run() {
        try {
            auto const begun = frame_.begin();
            if (begun) carry_out();
            if (!begun) frame_.leave();
            return begun;
        } catch (...) {
            frame_.leave();
            throw;
        }
    }

    [[nodiscard]] FileCopyOutcome outcome() const {
        FileCopyOutcome outcome;
        for (CopyExecution const& run : runs_) outcome.arrays.push_back(run.outcome());
        outcome.stopped = stopped_ && !wrong_;
        outcome.waits = waits_;
        outcome.draft = draft_;
        outcome.room = frame_.room();
        outcome.wrong = wrong_;
        outcome.unreadable = unreadable_;
        if (!stopped_ || wrong_) outcome.damage = wrong_ && !unreadable_ ? spoilt_ : missing_;
        return outcome;
    }

  private:
    void carry_out() {
        stopped_ = frame_.stopped();
        if (stopped_) return leave();
        if (frame_.resumed()) frame_.take_over();
        for (std::size_t i = 0; i < jobs_.size(); ++i)
            runs_.emplace_back(comm_, jobs_[i], plans_[i], frame_.section(i), frame_.early_sync(), stop_flag_);
        copy();
        bool const good = !stopped_ && !wrong_ && check_sources() && verify();
        good ? complete() : leave();
    }

    void complete() {
        frame_.finish(checksums());
        if (jobs_.front().options.publish) return frame_.publish();
        if (comm_.rank() == 0) draft_ = frame_.unpublished();
    }

    void leave() {
        bool const syncs = stopped_ && !wrong_ && !runs_.empty();
        if (syncs) frame_.sync();
        waits_ = frame_.leave(syncs);
    }

    [[nodiscard]] bool salvages() const {
        return std::ranges::any_of(jobs_, [](CopyJob const& job) { return job.options.salvage; });
    }

    /// Returns whether any rank was asked to stop. Collective.
    bool stopped() {
        stopped_ = stop_flag_.agreed();
        return stopped_;
    }

    [[nodiscard]] std::vector<CopyExecution*> group(bool encodes) {
        std::vector<CopyExecution*> chosen;
        for (CopyExecution& run : runs_)
            if (run.encodes() == encodes) chosen.push_back(&run);
        return chosen;
    }

    static Index bytes_of(std::vector<CopyExecution*> const& runs) {
        Index bytes = 0;
        for (CopyExecution const* const run : runs)
            if (run->has_checksum()) bytes += run->bytes(); // all others were copied when the target was made
        return bytes;
    }

    void check_what_is_there(std::vector<CopyExecution*> const& runs) {
        if (!frame_.resumed()) return;
        for (CopyExecution* const run : runs) {
            run->check_what_is_there();
            if (stopped()) return;
        }
    }

    void copy() {
        auto const encoded = group(true);
        auto const plain = group(false);
        if (frame_.resumed()) {
            all_or_none(comm_, [&] {
                if (comm_.rank() == 0 && !encoded.empty())
                    frame_.for_each_places([&](std::size_t i, Index unit, auto sizes) { runs_[i].place_again(unit, sizes); });
            });
            auto const& first = encoded.empty() ? plain : encoded;
            frame_.with_bar("checking what is there", bytes_of(first), [&] { check_what_is_there(first); });
        }
        if (stopped_) return;
        frame_.with_bar("copying", bytes_of(encoded) + bytes_of(plain), [&] {
            copy_group(encoded);
            if (stopped_ || (!missing_.empty() && !salvages())) return;
            if (!encoded.empty()) {
                frame_.seal();
                check_what_is_there(plain);
                if (stopped_) return;
            }
            copy_group(plain);
        });
        if (missing_.empty() || salvages()) return;
        unreadable_ = true;
        wrong_ =
            fmt::format("{} cannot be read everywhere, and the target gets no name; damaged are these parts of it, those without "
                        "damage wait: --resume copies the others, or --resume --salvage all that can be read:{}",
                        unread_, damage_text(missing_));
    }

    void copy_group(std::vector<CopyExecution*> const& runs) {
        bool const together = syncs_together(runs);
        copy_each(runs, !together);
        if (!together || syncs_at_end() || jobs_.front().target.in_files())
            return; // files of several arrays are synced when they are finished
        all_or_none(comm_, [&] { PosixFile::open_to_write(jobs_.front().place.provisional()).sync(); });
    }

    /// Returns whether several arrays are written in place in the same files, so that one sync at the end is enough.
    [[nodiscard]] bool syncs_together(std::vector<CopyExecution*> const& runs) const {
        std::error_code ignored;
        bool const in_one = std::filesystem::is_regular_file(jobs_.front().place.provisional(), ignored);
        bool const several = runs.size() > 1 && (in_one || jobs_.front().target.in_files());
        return (several || (in_one && syncs_at_end())) && jobs_.front().options.channel == ChannelKind::Posix;
    }

    /// Returns whether the end of the copy syncs everything, which it does for this process's writes. Verification must read from
    /// the disk, so it needs the sync before.
    [[nodiscard]] bool syncs_at_end() const { return comm_.size() == 1 && !jobs_.front().options.verify; }

    void copy_each(std::vector<CopyExecution*> const& runs, bool syncs) {
        for (CopyExecution* const run : runs) {
            DamageList missing = run->copy(syncs);
            if (!missing.empty() && run->reads_scratch())
                throw AgreedFailure(
                    fmt::format("the scratch file '{}' cannot be read everywhere; copy again with --force instead of "
                                "--resume, or by way of another disk with --scratch auto:FOLDER:{}",
                                visible_name(run->source_name()), damage_text(missing)));
            if (!missing.empty()) unread_ += fmt::format("{}'{}'", unread_.empty() ? "" : ", ", visible_name(run->source_name()));
            missing_.add(std::move(missing));
            if (stopped()) return;
        }
    }

    [[nodiscard]] bool check_sources() {
        frame_.check_sources();
        for (CopyExecution& run : runs_)
            if (!run.check_source()) return is_useless(run.wrong().value());
        return true;
    }

    [[nodiscard]] bool is_useless(std::string why) {
        frame_.give_up();
        wrong_ = std::move(why);
        return false;
    }

    [[nodiscard]] bool verify() {
        if (!jobs_.front().options.verify) return true;
        if (std::string const differences = frame_.differences(); !differences.empty())
            return is_useless(fmt::format("the target is not what its original is, and gets no name:{}", differences));
        Index bytes = 0;
        for (CopyExecution const& run : runs_) bytes += run.bytes();
        frame_.with_bar("verifying", bytes, [&] {
            for (CopyExecution& run : runs_) {
                if (!run.reopen_target()) {
                    static_cast<void>(is_useless(run.wrong().value()));
                    return;
                }
                if (!run.verify() && !wrong_) wrong_ = run.wrong();
                spoilt_.add(run.damage());
                if (stopped()) return;
            }
        });
        return !wrong_ && !stopped_;
    }

    [[nodiscard]] std::vector<std::optional<std::uint64_t>> checksums() const {
        std::vector<std::optional<std::uint64_t>> sums;
        for (CopyExecution const& run : runs_) sums.push_back(run.has_checksum() ? std::optional(run.checksum()) : std::nullopt);
        return sums;
    }

    Communicator const& comm_;
    std::span<CopyJob const> jobs_;
    CopyFrame frame_;
    std::span<CopyPlan const> plans_;
    StopFlag stop_flag_;
    std::deque<CopyExecution> runs_;
    bool stopped_ = false;
    bool waits_ = false;
    std::shared_ptr<FinishedDraft> draft_;
    std::string unread_; // names of sources that could not be read completely
    DamageList missing_; // boxes that could not be read
    DamageList spoilt_;  // boxes where verification found other data than was written
    std::optional<std::string> wrong_;
    bool unreadable_ = false;
};

Result<FileCopyOutcome> copy_by_all(Communicator const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans) {
    double const start = seconds_now();
    FileRun run(comm, jobs, plans);
    TRY(run.run());
    FileCopyOutcome outcome = run.outcome();
    outcome.seconds = slowest(comm, seconds_now() - start);
    return outcome;
}

} // namespace

Result<FileCopyOutcome> copy_arrays(Communicator const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans) {
    int const ranks = plans.front().ranks;
    if (ranks >= comm.size()) return copy_by_all(comm, jobs, plans);
    bool const works = comm.rank() < ranks;
    Communicator const some = comm.split(works ? 0 : 1);
    FileCopyOutcome outcome;
    TRY(together(comm, [&]() -> Result<void> {
        if (!works) return {};
        outcome = TRY(copy_by_all(some, jobs, plans));
        return {};
    }));
    std::string const wrong = broadcast_text(comm, 0, outcome.wrong.value_or(""));
    if (!works && !wrong.empty()) outcome.wrong = wrong;
    outcome.damage = broadcast_damage(comm, 0, outcome.damage);
    std::array flags{outcome.stopped ? 1 : 0, outcome.unreadable ? 1 : 0};
    broadcast_entries<int>(comm, 0, flags);
    outcome.stopped = flags[0] != 0;
    outcome.unreadable = flags[1] != 0;
    return outcome;
}

Index bytes_copied(FileCopyOutcome const& file) {
    Index bytes = 0;
    for (CopyOutcome const& each : file.arrays) bytes += each.bytes_copied;
    return bytes;
}

CopyOutcome of_one_array(FileCopyOutcome const& file) {
    CopyOutcome outcome = file.arrays.empty() ? CopyOutcome{} : file.arrays.front();
    outcome.seconds = file.seconds;
    outcome.stopped = file.stopped;
    outcome.waits = file.waits;
    outcome.waits_in = file.waits_in;
    outcome.wrong = file.wrong;
    outcome.unreadable = file.unreadable;
    outcome.damage = file.damage;
    outcome.room = file.room;
    return outcome;
}

Result<CopyOutcome> copy_array(Communicator const& comm, CopyJob const& job, CopyPlan const& plan) {
    auto const file = TRY(copy_arrays(comm, {&job, 1}, {&plan, 1}));
    return of_one_array(file);
}

} // namespace tessera
