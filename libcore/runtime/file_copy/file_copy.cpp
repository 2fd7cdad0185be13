// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays copied from files to a file by all ranks together, within a bound on memory.
#include "libcore/runtime/file_copy/file_copy.hpp"

#include "libcore/runtime/access/file_stripes.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/file_copy/copy_frame.hpp"
#include "libcore/runtime/file_copy/copy_run.hpp"
#include "libcore/runtime/file_copy/part_encoder.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <mpi.h>
#include <string>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

/// Are there chunks that several threads can decode or encode?
bool has_codecs(CopyJob const& job) {
    bool const decodes =
        std::ranges::any_of(job.source.files, [](StoredFile const& file) { return file.boxes && file.boxes->chunks() != nullptr; });
    return decodes || job.target.shape(job.array).whole_chunks;
}

} // namespace

CopyTask task_of(Comm const& comm, CopyJob const& job) {
    CopyTask task{job.source.shape(), job.target.shape(job.array), job.map, job.source.type.bytes, comm.size()};
    task.memory = job.options.memory / comm.size();
    task.threads = has_codecs(job) ? job.options.threads : 1;
    task.gathers = job.target.in_files();
    task.domains = job.options.domains;
    task.aggregators = job.options.aggregators;
    if (!job.target.in_files()) task.stripe = stripes_of(job.place.path, std::numeric_limits<Index>::max()).size;
    if (auto codecs = job.target.codecs(job.array); !codecs.empty())
        PartEncoder::account_for(task, std::move(codecs), job.target.rounding(job.array).has_value());
    return task;
}

namespace {

/// The shapes of the units of the interrupted copy that is to be resumed, one array's behind the other's; zeros where there is
/// none. One rank.
Result<Extents> interrupted_units(std::span<CopyJob const> jobs) {
    Extents shapes;
    for (CopyJob const& job : jobs) shapes.resize(shapes.size() + job.target.shape(job.array).extents.size(), 0);
    CopyJob const& first = jobs.front();
    std::string const path = first.place.journal();
    if (!first.options.resume || !CopyJournal::has_begun(path) || !first.target.is_begun()) return shapes;
    auto const journal = CopyJournal::resume(path);
    if (!journal) return forward_error(journal);
    Extents before;
    for (JournalHeader::Array const& array : journal->header().arrays)
        before.insert(before.end(), array.unit.begin(), array.unit.end());
    return before.size() == shapes.size() ? before : shapes;
}

/// What all ranks must plan by alike: what rank 0 found.
struct Found {
    Extents units; ///< as interrupted_units()
    Index stripe = 0;
};

/// Collective.
Result<Found> found_by_first(Comm const& comm, std::span<CopyJob const> jobs) {
    Extents values; // the units, and the stripe behind them
    auto const found = together(comm, [&]() -> Result<void> {
        for (CopyJob const& job : jobs) values.resize(values.size() + job.target.shape(job.array).extents.size(), 0);
        if (comm.rank() == 0) {
            auto before = interrupted_units(jobs);
            if (!before) return forward_error(before);
            values = *std::move(before);
        }
        values.push_back(task_of(comm, jobs.front()).stripe);
        return {};
    });
    if (!found) return forward_error(found);
    check_mpi(MPI_Bcast(values.data(), narrow<int>(values.size()), MPI_INT64_T, 0, comm.handle()), "MPI_Bcast");
    Index const stripe = values.back();
    values.pop_back();
    return Found{std::move(values), stripe};
}

/// Plans for so many ranks, of the units that an interrupted copy had.
Result<std::vector<CopyPlan>> plans_for(Comm const& comm, int ranks, std::span<CopyJob const> jobs, Found const& found,
                                        std::optional<Access> access) {
    std::vector<CopyPlan> plans;
    auto next = found.units.begin();
    for (CopyJob const& job : jobs) {
        CopyTask task = task_of(comm, job);
        task.ranks = ranks;
        task.aggregators = std::min(task.aggregators, ranks);
        task.memory = job.options.memory / ranks;
        task.stripe = found.stripe;
        auto const dims = std::ssize(task.target.extents);
        Extents const unit(next, next + dims);
        next += dims;
        if (can_be_cut(task.target, unit)) task.unit = unit;
        auto plan = plan_copy(task, access);
        if (!plan && !task.unit.empty()) return fail(fmt::format("the interrupted copy had more memory: {}", plan.error().message));
        if (!plan) return forward_error(plan);
        plans.push_back(*std::move(plan));
    }
    return plans;
}

} // namespace

Result<std::vector<CopyPlan>> plans_of(Comm const& comm, std::span<CopyJob const> jobs) {
    auto const found = found_by_first(comm, jobs);
    if (!found) return forward_error(found);
    bool const interrupted = std::ranges::any_of(found->units, [](Index extent) { return extent > 0; });
    int ranks = comm.size();
    auto access = jobs.front().options.access;
    auto plans = plans_for(comm, ranks, jobs, *found, access);
    while (!plans && interrupted && (ranks > 1 || access)) {
        if (ranks == 1) { // two phases take the most memory
            access.reset();
            ranks = comm.size() + 1;
        }
        plans = plans_for(comm, --ranks, jobs, *found, access); // each with more memory
    }
    return plans;
}

Result<CopyPlan> plan_of(Comm const& comm, CopyJob const& job) {
    auto plans = plans_of(comm, {&job, 1});
    if (!plans) return forward_error(plans);
    return std::move(plans->front());
}

namespace {

/// The copies of all arrays of a file, one after the other. Those whose chunks pass through filters come first: until the file is
/// sealed the others have no places in it that anybody else could see.
class FileRun {
  public:
    FileRun(Comm const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans)
        : comm_(comm), jobs_(jobs), frame_(comm, jobs, plans), plans_(plans), bell_(comm, jobs.front().options.stop) {}

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
        for (CopyRun const& run : runs_) outcome.arrays.push_back(run.outcome());
        outcome.stopped = stopped_ && !wrong_;
        outcome.wrong = wrong_;
        outcome.unreadable = unreadable_;
        if (!stopped_ || wrong_) outcome.damage = wrong_ && !unreadable_ ? spoilt_ : missing_;
        return outcome;
    }

  private:
    void carry_out() {
        for (std::size_t i = 0; i < jobs_.size(); ++i) runs_.emplace_back(comm_, jobs_[i], plans_[i], frame_.section(i), bell_);
        copy();
        bool const good = !stopped_ && !wrong_ && check_sources() && verify();
        good ? frame_.publish(checksums()) : frame_.leave();
    }

    [[nodiscard]] bool salvages() const {
        return std::ranges::any_of(jobs_, [](CopyJob const& job) { return job.options.salvage; });
    }

    /// Was any rank asked to stop? Collective.
    bool stopped() {
        stopped_ = bell_.agreed();
        return stopped_;
    }

    [[nodiscard]] std::vector<CopyRun*> group(bool encodes) {
        std::vector<CopyRun*> chosen;
        for (CopyRun& run : runs_)
            if (run.encodes() == encodes) chosen.push_back(&run);
        return chosen;
    }

    static Index bytes_of(std::vector<CopyRun*> const& runs) {
        Index bytes = 0;
        for (CopyRun const* const run : runs) bytes += run->bytes();
        return bytes;
    }

    void check_what_is_there(std::vector<CopyRun*> const& runs) {
        if (!frame_.resumed()) return;
        for (CopyRun* const run : runs) {
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

    void copy_group(std::vector<CopyRun*> const& runs) {
        bool const together = syncs_together(runs);
        copy_each(runs, !together);
        if (together) all_or_none(comm_, [&] { PosixFile::open_to_write(jobs_.front().place.provisional()).sync(); });
    }

    /// Are there several arrays in place in one file, which the system is asked once to put on the disk?
    [[nodiscard]] bool syncs_together(std::vector<CopyRun*> const& runs) const {
        std::error_code ignored;
        bool const in_one = std::filesystem::is_regular_file(jobs_.front().place.provisional(), ignored);
        return runs.size() > 1 && in_one && jobs_.front().options.channel == ChannelKind::Posix;
    }

    void copy_each(std::vector<CopyRun*> const& runs, bool syncs) {
        for (CopyRun* const run : runs) {
            DamageList missing = run->copy(syncs);
            if (!missing.empty() && run->reads_scratch())
                throw AgreedFailure(
                    fmt::format("the scratch file '{}' cannot be read everywhere; copy again with --force instead of "
                                "--resume, or by way of another disk with --scratch auto:FOLDER:{}",
                                run->source_name(), damage_text(missing)));
            if (!missing.empty()) unread_ += fmt::format("{}'{}'", unread_.empty() ? "" : ", ", run->source_name());
            missing_.add(std::move(missing));
            if (stopped()) return;
        }
    }

    [[nodiscard]] bool check_sources() {
        frame_.check_sources();
        for (CopyRun& run : runs_)
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
        for (CopyRun const& run : runs_) bytes += run.bytes();
        frame_.with_bar("verifying", bytes, [&] {
            for (CopyRun& run : runs_) {
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

    [[nodiscard]] std::vector<std::uint64_t> checksums() const {
        std::vector<std::uint64_t> sums;
        for (CopyRun const& run : runs_)
            if (run.has_checksum()) sums.push_back(run.checksum());
        return sums;
    }

    Comm const& comm_;
    std::span<CopyJob const> jobs_;
    CopyFrame frame_;
    std::span<CopyPlan const> plans_;
    StopBell bell_;
    std::deque<CopyRun> runs_;
    bool stopped_ = false;
    std::string unread_; // names of sources
    DamageList missing_; // what of them could not be read
    DamageList spoilt_;  // what of the target is not what was written
    std::optional<std::string> wrong_;
    bool unreadable_ = false;
};

Result<FileCopyOutcome> copy_by_all(Comm const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans) {
    double const start = seconds_now();
    FileRun run(comm, jobs, plans);
    if (auto const done = run.run(); !done) return forward_error(done);
    FileCopyOutcome outcome = run.outcome();
    outcome.seconds = slowest(comm, seconds_now() - start);
    return outcome;
}

} // namespace

Result<FileCopyOutcome> copy_arrays(Comm const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans) {
    int const ranks = plans.front().ranks;
    if (ranks >= comm.size()) return copy_by_all(comm, jobs, plans);
    bool const works = comm.rank() < ranks;
    Comm const some = comm.split(works ? 0 : 1);
    FileCopyOutcome outcome;
    auto const copied = together(comm, [&]() -> Result<void> {
        if (!works) return {};
        auto mine = copy_by_all(some, jobs, plans);
        if (!mine) return forward_error(mine);
        outcome = *std::move(mine);
        return {};
    });
    if (!copied) return forward_error(copied);
    std::string const wrong = broadcast_text(comm, 0, outcome.wrong.value_or(""));
    if (!works && !wrong.empty()) outcome.wrong = wrong;
    outcome.damage = broadcast_damage(comm, 0, outcome.damage);
    std::array flags{outcome.stopped ? 1 : 0, outcome.unreadable ? 1 : 0};
    check_mpi(MPI_Bcast(flags.data(), narrow<int>(flags.size()), MPI_INT, 0, comm.handle()), "MPI_Bcast");
    outcome.stopped = flags[0] != 0;
    outcome.unreadable = flags[1] != 0;
    return outcome;
}

CopyOutcome of_one_array(FileCopyOutcome const& file) {
    CopyOutcome outcome = file.arrays.empty() ? CopyOutcome{} : file.arrays.front();
    outcome.seconds = file.seconds;
    outcome.stopped = file.stopped;
    outcome.waits_in = file.waits_in;
    outcome.wrong = file.wrong;
    outcome.unreadable = file.unreadable;
    outcome.damage = file.damage;
    return outcome;
}

Result<CopyOutcome> copy_array(Comm const& comm, CopyJob const& job, CopyPlan const& plan) {
    auto const file = copy_arrays(comm, {&job, 1}, {&plan, 1});
    if (!file) return forward_error(file);
    return of_one_array(*file);
}

} // namespace tessera
