// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies arrays in one pass, or in two passes with a scratch file.
#include "libcore/files/copy/scratch_copy.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/copy/copy_frame.hpp"
#include "libcore/files/copy/pending_passes.hpp"
#include "libcore/files/copy/scratch_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>
#include <xxhash.h>

namespace tessera {

namespace fs = std::filesystem;

namespace {

/// Returns rank 0's answer: whether the scratch file and the target would fit on one disk together. Errors: they do not, and the
/// user asked for two passes; the free space is unknown. Collective.
Result<bool> has_room(Communicator const& comm, CopyJob const& job, ScratchPass const& pass) {
    ScratchJobs const jobs(job, pass);
    int enough = 1;
    auto const looked = together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        std::string const folder = directory_of(scratch_place(job, pass.folder).path);
        std::error_code failed;
        auto const space = fs::space(folder, failed);
        if (failed) return fail(fmt::format("no scratch file in '{}': {}", folder, failed.message()));
        Index const free = static_cast<Index>(space.available);
        Index const target = jobs.last().source.bytes(); // maximum size of the target without headers
        enough = free >= saturated_add(jobs.file_bytes(), target) ? 1 : 0;
        if (enough == 1 || job.options.scratch.use != ScratchUse::Always) return {};
        return fail(fmt::format("the scratch file takes {} and the target up to {}; in '{}' {} are free: --scratch always:FOLDER "
                                "puts it elsewhere, --scratch never does without",
                                scaled_bytes(jobs.file_bytes()), scaled_bytes(target), folder, scaled_bytes(free)));
    });
    if (!looked) return forward_error(looked);
    return broadcast(comm, 0, enough) == 1;
}

/// Returns the input for comparing passes. Blosc and LZ4 decode as fast as memory is copied, and ranks and threads decode in
/// parallel while one writes the scratch file. So repeated decoding is cheap.
CopyTask priced_task(Communicator const& comm, CopyJob const& job) {
    constexpr double fast_decoding = 0.8; // measured: share/doc/moving.md
    CopyTask task = task_of(comm, job);
    auto const& compressor = job.source.files.front().filters.compressor;
    if (compressor && (compressor->name.starts_with("blosc") || compressor->name == "lz4")) task.prices.decoding = fast_decoding;
    task.prices.decoding /= task.threads * task.ranks;
    return task;
}

/// Returns whether the copy is one part. Then everything is read once and written once, so two passes cannot cost less. This avoids
/// the search for files with thousands of small variables.
bool is_at_once(CopyTask const& task, CopyPlan const& plan) {
    return CopyParts(task.target, plan.part).count() == 1;
}

/// Returns the first pass, to a scratch file in this folder, of a new copy; nothing if one pass is better. Collective.
Result<std::optional<ScratchPass>> chosen_pass(Communicator const& comm, CopyJob const& job, std::string const& folder) {
    ScratchUse const use = job.options.scratch.use;
    if (!may_have_two(job)) return std::nullopt;
    CopyTask const task = priced_task(comm, job);
    auto const one_pass = plan_copy(task, job.options.access);
    bool const compares = use == ScratchUse::Auto && one_pass; // two passes may fit a memory limit that one pass exceeds
    if (compares && (one_pass->cost <= least_cost_of_two(task) || is_at_once(task, *one_pass))) return std::nullopt;
    auto const plan = plan_scratch(task, job.options.access);
    if (!plan && !one_pass) return forward_error(one_pass);
    if (!plan && use == ScratchUse::Always) return forward_error(plan);
    if (!plan || (compares && !is_worth_it(task, *plan, *one_pass))) return std::nullopt;
    ScratchPass pass{plan->chunk, plan->first, std::nullopt, folder};
    auto const room = TRY(has_room(comm, job, pass));
    return room ? std::optional(std::move(pass)) : std::nullopt;
}

/// Returns whether the existing copy has reached its last or only pass. Called by one rank.
bool last_pass_begun(CopyJob const& job) {
    return CopyJournal::has_begun(job.place.journal()) && job.target.is_begun();
}

/// Returns on all ranks whether a copy in its last or only pass is to be resumed. Collective.
bool resumes_last_pass(Communicator const& comm, CopyJob const& job) {
    int begun = 0;
    all_or_none(comm, [&] {
        if (comm.rank() == 0 && job.options.resume) begun = last_pass_begun(job) ? 1 : 0;
    });
    return broadcast(comm, 0, begun) == 1;
}

/// The jobs of the last pass, and the objects that they refer to.
struct LastJobs {
    std::vector<std::optional<ScratchJobs>> scratch; ///< one per job
    std::vector<CopyJob> jobs;
};

LastJobs last_jobs(std::span<CopyJob const> jobs, std::vector<std::optional<ScratchPass>> const& firsts) {
    LastJobs last;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        last.scratch.push_back(firsts[i] ? std::optional<ScratchJobs>(std::in_place, jobs[i], *firsts[i]) : std::nullopt);
        last.jobs.push_back(firsts[i] ? last.scratch.back()->last() : jobs[i]);
    }
    return last;
}

} // namespace

bool may_have_two(CopyJob const& job) {
    StoredShape const shape = job.target.shape(job.array);
    bool const empty = shape.extents.empty() || std::ranges::count(shape.extents, Index{0}) > 0;
    return job.options.scratch.use != ScratchUse::Never && !job.source.parts_elsewhere && !job.options.salvage && !empty;
}

struct ScratchJobs::Parts {
    CopyJob const& job;
    std::string folder;
    OutputPath place;
    ScratchFile file;
    StoredArray source; ///< source of the last pass
    CopyMap map;        ///< map of the last pass
};

ScratchJobs::ScratchJobs(CopyJob const& job, ScratchPass const& pass) {
    OutputPath const place = scratch_place(job, pass.folder);
    CopyMap map = CopyMap::identity(job.target.shape(job.array).extents);
    parts_.reset(new Parts{job, pass.folder, place, ScratchFile(place, job, pass.chunk), {}, std::move(map)});
    parts_->source = parts_->file.as_source(pass.checksum);
    parts_->source.channel = job.options.channel;
}

ScratchJobs::~ScratchJobs() = default;
ScratchJobs::ScratchJobs(ScratchJobs&&) noexcept = default;

CopyJob ScratchJobs::first() const {
    CopyJob const& job = parts_->job;
    CopyOptions options = job.options;
    options.verify = false; // the last pass compares the checksum of what it reads
    options.force = true;   // the target's place was already checked
    options.publish = true;
    return {job.source, job.map, parts_->file, parts_->place, options};
}

CopyJob ScratchJobs::last() const {
    CopyJob const& job = parts_->job;
    CopyOptions options = job.options;
    options.salvage = false; // the original source still has what the scratch file may have lost
    return {parts_->source, parts_->map, job.target, job.place, options, job.array, parts_->folder};
}

void ScratchJobs::set_checksum(std::uint64_t checksum) {
    parts_->source.checksum = checksum;
}

Index ScratchJobs::file_bytes() const {
    return parts_->file.bytes();
}

namespace {

/// Returns the first passes: those of an interrupted copy, else the chosen ones. Collective.
Result<std::vector<std::optional<ScratchPass>>> first_passes(Communicator const& comm, std::span<CopyJob const> jobs) {
    auto const before = TRY(find_pending_passes(comm, jobs));
    bool const begun = resumes_last_pass(comm, jobs.front());
    std::vector<std::optional<ScratchPass>> firsts;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        ScratchFileState const& left = before.arrays[i];
        if (left.state == ScratchFileState::State::Made)
            firsts.push_back(ScratchPass{left.header.chunk, std::nullopt, left.header.checksum, before.folder});
        else if (left.state == ScratchFileState::State::Begun)
            firsts.push_back(ScratchPass{left.header.chunk, CopyPlan{}, std::nullopt, before.folder});
        else if (begun)
            firsts.emplace_back();
        else if (auto chosen = chosen_pass(comm, jobs[i], before.folder))
            firsts.push_back(*std::move(chosen));
        else
            return forward_error(chosen);
    }
    return firsts;
}

} // namespace

Result<std::vector<CopyPasses>> passes_of(Communicator const& comm, std::span<CopyJob const> jobs) {
    auto firsts = TRY(first_passes(comm, jobs));
    LastJobs const last = last_jobs(jobs, firsts);
    auto plans = TRY(plans_of(comm, last.jobs));
    std::vector<CopyPasses> passes;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (firsts[i] && firsts[i]->plan) { // an interrupted first pass keeps its units
            firsts[i]->plan = TRY(plan_of(comm, last.scratch[i]->first()));
        }
        passes.push_back({std::move(firsts[i]), std::move(plans[i])});
    }
    return passes;
}

namespace {

/// Executes the passes of a file's copy. All of it is collective.
class PassesRun {
  public:
    PassesRun(Communicator const& comm, std::span<CopyJob const> jobs, std::span<CopyPasses const> passes)
        : comm_(comm), jobs_(jobs), passes_(passes) {
        std::vector<std::optional<ScratchPass>> firsts;
        for (CopyPasses const& each : passes) {
            firsts.push_back(each.first);
            plans_.push_back(each.last);
        }
        last_ = last_jobs(jobs, firsts);
    }

    [[nodiscard]] Result<FileCopyOutcome> run() {
        try {
            auto outcome = copy();
            if (outcome) tidy(!outcome->stopped && !outcome->wrong, outcome->stopped);
            return outcome;
        } catch (...) {
            tidy(false, false);
            throw;
        }
    }

  private:
    [[nodiscard]] Result<FileCopyOutcome> copy() {
        TRY(together(comm_, [&] { return comm_.rank() == 0 ? begin() : Result<void>(); }));
        begun_ = true;
        double seconds = 0;
        for (std::size_t i = 0; i < jobs_.size(); ++i) {
            firsts_.emplace_back();
            if (!passes_[i].first || !passes_[i].first->plan) continue;
            auto const first = TRY(copy_array(comm_, last_.scratch[i]->first(), *passes_[i].first->plan));
            firsts_.back() = first;
            seconds += first.seconds;
            if (first.stopped || first.wrong) return ended(i, first);
            last_.scratch[i]->set_checksum(first.checksum);
        }
        journal_.reset(); // the last pass opens it again
        auto outcome = copy_arrays(comm_, last_.jobs, plans_);
        if (!outcome) return outcome;
        for (std::size_t i = 0; i < outcome->arrays.size(); ++i)
            if (passes_[i].first) add_first(i, outcome->arrays[i]);
        outcome->seconds += seconds;
        outcome->waits = outcome->waits || has_firsts(); // the scratch files are left to resume with
        return outcome;
    }

    [[nodiscard]] bool has_firsts() const {
        return std::ranges::any_of(passes_, [](CopyPasses const& each) { return each.first.has_value(); });
    }

    /// Called by one rank. With two passes, the journal beside the target now names the folder of the scratch files and locks the
    /// target. With one pass, the copy checks its place itself.
    [[nodiscard]] Result<void> begin() {
        if (auto const free = clear_leftovers(jobs_); !free) return free;
        if (!has_firsts()) return {};
        if (auto const free = CopyFrame(comm_, jobs_, plans_).check_place(); !free) return free;
        return jobs_.front().options.resume && last_pass_begun(jobs_.front()) ? Result<void>() : open_journal();
    }

    [[nodiscard]] Result<void> open_journal() {
        journal_.emplace(TRY(CopyJournal::create(jobs_.front().place.journal(), {.scratch = folder()})));
        return {};
    }

    /// Returns the folder of the scratch files. Precondition: has_firsts().
    [[nodiscard]] std::string const& folder() const {
        return std::ranges::find_if(passes_, [](CopyPasses const& each) { return each.first.has_value(); })->first->folder;
    }

    /// Returns the outcome of a copy that ended in a first pass.
    [[nodiscard]] FileCopyOutcome ended(std::size_t i, CopyOutcome const& first) const {
        FileCopyOutcome outcome{{first}, first.seconds, first.stopped,    first.waits,
                                "",      first.wrong,   first.unreadable, first.damage};
        if (first.stopped) outcome.waits_in = directory_of(scratch_place(jobs_[i], folder()).path);
        return outcome;
    }

    void add_first(std::size_t i, CopyOutcome& outcome) const {
        CopyOutcome const first = firsts_[i].value_or(CopyOutcome{.bytes_found = outcome.bytes});
        outcome.first_pass =
            FirstPass{passes_[i].first->chunk, last_.scratch[i]->file_bytes(), first.reads, first.writes, first.bytes_found,
                      first.copy_seconds};
        outcome.reads += first.reads;
        outcome.writes += first.writes;
        outcome.copy_seconds += first.copy_seconds;
        outcome.memory_peak = std::max(outcome.memory_peak, first.memory_peak);
        outcome.checked_source = first.checked_source;
    }

    /// Returns whether there is something to resume. A complete scratch file counts only if the copy was asked to stop. Called by
    /// one rank.
    [[nodiscard]] bool waits(bool stopped) const {
        if (last_pass_begun(jobs_.front())) return true;
        return std::ranges::any_of(jobs_, [&](CopyJob const& job) {
            OutputPath const place = scratch_place(job, folder());
            return is_there(place.journal()) || (stopped && is_there(place.path));
        });
    }

    /// Removes the scratch files that no copy will resume with.
    void tidy(bool done, bool stopped) noexcept {
        if (comm_.rank() != 0 || !has_firsts() || !begun_) return;
        try {
            if (done || !waits(stopped))
                remove_scratch(done);
            else if (!is_there(jobs_.front().place.journal())) // the last pass had done nothing
                static_cast<void>(open_journal());
        } catch (std::exception const&) { // in doubt, keep the files
        }
        journal_.reset();
    }

    /// Removes the scratch files. `done`: the journal is already removed, or belongs to another copy now.
    void remove_scratch(bool done) const {
        for (CopyJob const& job : jobs_)
            for (std::string const& name : leftover_names(job, folder())) fs::remove(name);
        if (!done) fs::remove(jobs_.front().place.journal());
    }

    Communicator const& comm_;
    std::span<CopyJob const> jobs_;
    std::span<CopyPasses const> passes_;
    std::vector<CopyPlan> plans_;        // plans of the last passes
    std::optional<CopyJournal> journal_; // on rank 0, until the last pass
    bool begun_ = false;                 // this copy owns the places
    LastJobs last_;
    std::vector<std::optional<CopyOutcome>> firsts_;
};

} // namespace

Result<FileCopyOutcome> copy_arrays(Communicator const& comm, std::span<CopyJob const> jobs, std::span<CopyPasses const> passes) {
    return PassesRun(comm, jobs, passes).run();
}

} // namespace tessera
