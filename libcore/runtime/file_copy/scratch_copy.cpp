// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays copied in one pass or, by way of a scratch file, in two.
#include "libcore/runtime/file_copy/scratch_copy.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/file_copy/copy_frame.hpp"
#include "libcore/runtime/file_copy/scratch_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/format.h>
#include <mpi.h>
#include <system_error>
#include <utility>
#include <xxhash.h>

namespace tessera {

namespace fs = std::filesystem;

namespace {

constexpr char const* begin_again = "--force without --resume begins again";

bool is_there(std::string const& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// In a folder of its own the name tells of which target it is.
OutputPlace scratch_place(CopyJob const& job) {
    std::string const tag = job.array == 0 ? "scratch" : fmt::format("scratch-{}", job.array);
    OutputPlace const beside{job.place.path, tag};
    std::string const& folder = job.options.scratch.folder;
    if (folder.empty()) return {beside.provisional()};
    std::string const whole = fs::absolute(beside.path).lexically_normal().string();
    std::string const name = fs::path(beside.provisional()).filename().string();
    return {(fs::path(folder) / fmt::format("{}-{:016x}", name, XXH3_64bits(whole.data(), whole.size()))).string()};
}

/// What an interrupted copy has left of a first pass.
struct LeftBehind {
    enum class State : Index { Nothing, Begun, Made };
    State state = State::Nothing;
    ScratchHeader header = {};
};

Result<LeftBehind> checked(CopyJob const& job, std::string const& path, LeftBehind::State state) {
    auto header = ScratchHeader::load(path);
    if (!header) return forward_error(header);
    ScratchHeader const wanted = ScratchHeader::of(job, header->chunk);
    if (header->source != wanted.source)
        return fail(fmt::format("the source has changed since the copy was interrupted; {}", begin_again));
    bool const complete = state != LeftBehind::State::Made || header->checksum;
    if (header->task != wanted.task || header->chunk.size() != job.target.shape(job.array).extents.size() || !complete)
        return fail(fmt::format("the interrupted copy was another one than this; {}", begin_again));
    return LeftBehind{state, *std::move(header)};
}

/// One rank.
Result<LeftBehind> found(CopyJob const& job) {
    OutputPlace const place = scratch_place(job);
    bool const made = is_there(place.path);
    bool const begun = CopyJournal::has_begun(place.journal()) && is_there(place.provisional());
    if (!job.options.resume) return LeftBehind{};
    if (made) return checked(job, place.path, LeftBehind::State::Made);
    // What cannot be read is told of the target: in one pass.
    return begun && !job.options.salvage ? checked(job, place.provisional(), LeftBehind::State::Begun) : LeftBehind{};
}

/// Error: a first pass was interrupted, and nobody says what shall become of it. One rank.
Result<void> check_nothing_left(CopyJob const& job) {
    OutputPlace const place = scratch_place(job);
    if (job.options.resume || job.options.force || !(is_there(place.path) || is_there(place.journal()))) return {};
    return fail(fmt::format("a copy to '{}' was interrupted; --resume goes on with it, --force begins again", job.place.path));
}

/// What rank 0 found of every job. Collective.
Result<std::vector<LeftBehind>> found_by_all(Comm const& comm, std::span<CopyJob const> jobs) {
    std::vector<LeftBehind> all(jobs.size());
    auto const looked = together(comm, [&]() -> Result<void> {
        for (std::size_t i = 0; i < jobs.size() && comm.rank() == 0; ++i) {
            auto each = found(jobs[i]);
            if (!each) return forward_error(each);
            all[i] = *std::move(each);
        }
        return {};
    });
    if (!looked) return forward_error(looked);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        Extents words = all[i].header.chunk;
        words.resize(jobs[i].target.shape(jobs[i].array).extents.size(), 0);
        words.push_back(static_cast<Index>(all[i].state));
        words.push_back(std::bit_cast<Index>(all[i].header.checksum.value_or(0)));
        check_mpi(MPI_Bcast(words.data(), narrow<int>(words.size()), MPI_INT64_T, 0, comm.handle()), "MPI_Bcast");
        all[i].header.checksum = std::bit_cast<std::uint64_t>(words.back());
        words.pop_back();
        all[i].state = LeftBehind::State{words.back()};
        words.pop_back();
        all[i].header.chunk = std::move(words);
    }
    return all;
}

/// Rank 0's answer counts: is there room for the scratch file and the target, if they share a disk? Collective.
Result<bool> has_room(Comm const& comm, CopyJob const& job, ScratchJobs const& jobs) {
    int enough = 1;
    auto const looked = together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        std::string const folder = directory_of(scratch_place(job).path);
        std::error_code failed;
        auto const space = fs::space(folder, failed);
        if (failed) return fail(fmt::format("no scratch file in '{}': {}", folder, failed.message()));
        Index const free = static_cast<Index>(space.available);
        Index const target = jobs.last().source.bytes(); // what it has at most, but for headers
        enough = free >= jobs.file_bytes() + target ? 1 : 0;
        if (enough == 1 || job.options.scratch.use != ScratchUse::Always) return {};
        return fail(fmt::format("the scratch file takes {} and the target up to {}; in '{}' {} are free: --scratch always:FOLDER "
                                "puts it elsewhere, --scratch never does without",
                                scaled_bytes(jobs.file_bytes()), scaled_bytes(target), folder, scaled_bytes(free)));
    });
    if (!looked) return forward_error(looked);
    check_mpi(MPI_Bcast(&enough, 1, MPI_INT, 0, comm.handle()), "MPI_Bcast");
    return enough == 1;
}

/// What the passes are compared by. Blosc and LZ4 decode almost as fast as memory is copied: to decode again is cheap.
CopyTask priced_task(Comm const& comm, CopyJob const& job) {
    constexpr double fast_decoding = 1; // measured: share/doc/moving.md
    CopyTask task = task_of(comm, job);
    auto const& compressor = job.source.files.front().filters.compressor;
    if (compressor && (compressor->name.starts_with("blosc") || compressor->name == "lz4")) task.prices.decoding = fast_decoding;
    return task;
}

/// The first pass of a copy that begins, if it shall have one. Collective.
Result<std::optional<ScratchPass>> chosen_pass(Comm const& comm, CopyJob const& job) {
    ScratchUse const use = job.options.scratch.use;
    if (!may_have_two(job)) return std::nullopt;
    CopyTask const task = priced_task(comm, job);
    auto const one_pass = plan_copy(task, job.options.access);
    if (!one_pass) return forward_error(one_pass);
    if (use == ScratchUse::Auto && one_pass->cost <= least_cost_of_two(task)) return std::nullopt;
    auto const plan = plan_scratch(task, job.options.access);
    if (!plan && use == ScratchUse::Always) return forward_error(plan);
    if (!plan || (use == ScratchUse::Auto && !is_worth_it(task, *plan, *one_pass))) return std::nullopt;
    ScratchPass pass{plan->chunk, plan->first, std::nullopt};
    auto const room = has_room(comm, job, ScratchJobs(job, pass));
    if (!room) return forward_error(room);
    return *room ? std::optional(std::move(pass)) : std::nullopt;
}

/// Is a copy to be resumed that has come to its last pass, or has no other? Collective.
bool last_pass_begun(Comm const& comm, CopyJob const& job) {
    int begun = 0;
    if (comm.rank() == 0 && job.options.resume)
        begun = CopyJournal::has_begun(job.place.journal()) && job.target.is_begun() ? 1 : 0;
    check_mpi(MPI_Bcast(&begun, 1, MPI_INT, 0, comm.handle()), "MPI_Bcast");
    return begun != 0;
}

/// The jobs of the last pass, and what they refer to.
struct LastJobs {
    std::vector<std::optional<ScratchJobs>> scratch; ///< one for each of the jobs
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
    OutputPlace place;
    ScratchFile file;
    StoredArray source; ///< of the last pass
    CopyMap map;        ///< and its map
};

ScratchJobs::ScratchJobs(CopyJob const& job, ScratchPass const& pass) {
    OutputPlace const place = scratch_place(job);
    CopyMap map = CopyMap::identity(job.target.shape(job.array).extents);
    parts_.reset(new Parts{job, place, ScratchFile(place, job, pass.chunk), {}, std::move(map)});
    parts_->source = parts_->file.as_source(pass.checksum);
    parts_->source.channel = job.options.channel;
}

ScratchJobs::~ScratchJobs() = default;
ScratchJobs::ScratchJobs(ScratchJobs&&) noexcept = default;

CopyJob ScratchJobs::first() const {
    CopyJob const& job = parts_->job;
    CopyOptions options = job.options;
    options.verify = false; // the last pass compares the checksum of what it reads
    options.force = true;   // the target's place was looked at
    return {job.source, job.map, parts_->file, parts_->place, options};
}

CopyJob ScratchJobs::last() const {
    CopyJob const& job = parts_->job;
    return {parts_->source, parts_->map, job.target, job.place, job.options, job.array};
}

void ScratchJobs::set_checksum(std::uint64_t checksum) {
    parts_->source.checksum = checksum;
}

Index ScratchJobs::file_bytes() const {
    return parts_->file.bytes();
}

Result<std::vector<CopyPasses>> passes_of(Comm const& comm, std::span<CopyJob const> jobs) {
    auto const before = found_by_all(comm, jobs);
    if (!before) return forward_error(before);
    auto const one_pass = plans_of(comm, jobs);
    if (!one_pass) return forward_error(one_pass);
    bool const begun = last_pass_begun(comm, jobs.front());
    std::vector<std::optional<ScratchPass>> firsts;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        LeftBehind const& left = (*before)[i];
        if (left.state == LeftBehind::State::Made)
            firsts.push_back(ScratchPass{left.header.chunk, std::nullopt, left.header.checksum});
        else if (left.state == LeftBehind::State::Begun)
            firsts.push_back(ScratchPass{left.header.chunk, CopyPlan{}, std::nullopt});
        else if (auto chosen = begun ? Result<std::optional<ScratchPass>>(std::nullopt) : chosen_pass(comm, jobs[i]))
            firsts.push_back(*std::move(chosen));
        else
            return forward_error(chosen);
    }
    LastJobs const last = last_jobs(jobs, firsts);
    auto plans = plans_of(comm, last.jobs);
    if (!plans) return forward_error(plans);
    std::vector<CopyPasses> passes;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (firsts[i] && firsts[i]->plan) { // an interrupted one has units of its own
            auto plan = plan_of(comm, last.scratch[i]->first());
            if (!plan) return forward_error(plan);
            firsts[i]->plan = *std::move(plan);
        }
        passes.push_back({std::move(firsts[i]), std::move((*plans)[i])});
    }
    return passes;
}

namespace {

/// The passes of a file's copy, one after the other. Collective, all of it.
class PassesRun {
  public:
    PassesRun(Comm const& comm, std::span<CopyJob const> jobs, std::span<CopyPasses const> passes)
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
            if (outcome) tidy(!outcome->stopped && !outcome->wrong);
            return outcome;
        } catch (...) {
            tidy(false);
            throw;
        }
    }

  private:
    [[nodiscard]] Result<FileCopyOutcome> copy() {
        auto const free = together(comm_, [&] { return comm_.rank() == 0 ? check_places() : Result<void>(); });
        if (!free) return forward_error(free);
        double seconds = 0;
        for (std::size_t i = 0; i < jobs_.size(); ++i) {
            firsts_.emplace_back();
            if (!passes_[i].first || !passes_[i].first->plan) continue;
            auto const first = copy_array(comm_, last_.scratch[i]->first(), *passes_[i].first->plan);
            if (!first) return forward_error(first);
            firsts_.back() = *first;
            seconds += first->seconds;
            if (first->stopped || first->wrong) return ended(*first);
            last_.scratch[i]->set_checksum(first->checksum);
        }
        auto outcome = copy_arrays(comm_, last_.jobs, plans_);
        if (!outcome) return outcome;
        for (std::size_t i = 0; i < outcome->arrays.size(); ++i)
            if (passes_[i].first) add_first(i, outcome->arrays[i]);
        outcome->seconds += seconds;
        return outcome;
    }

    [[nodiscard]] bool has_firsts() const {
        return std::ranges::any_of(passes_, [](CopyPasses const& each) { return each.first.has_value(); });
    }

    /// One rank. The last pass looks at the target's place, too.
    [[nodiscard]] Result<void> check_places() const {
        for (CopyJob const& job : jobs_)
            if (auto const nothing = check_nothing_left(job); !nothing) return nothing;
        return has_firsts() ? CopyFrame(comm_, jobs_, plans_).check_place() : Result<void>();
    }

    /// By a first pass.
    static FileCopyOutcome ended(CopyOutcome const& first) { return {{first}, first.seconds, first.stopped, first.wrong, ""}; }

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

    /// Removes the scratch files that nobody will go on with.
    void tidy(bool done) const noexcept {
        if (comm_.rank() != 0) return;
        for (CopyJob const& job : jobs_) {
            OutputPlace const place = scratch_place(job);
            if (!done && (is_there(job.place.journal()) || is_there(place.journal()))) continue;
            for (std::string const& path : {place.path, place.provisional(), place.journal()}) {
                std::error_code ignored;
                fs::remove(path, ignored);
            }
        }
    }

    Comm const& comm_;
    std::span<CopyJob const> jobs_;
    std::span<CopyPasses const> passes_;
    std::vector<CopyPlan> plans_; // of the last passes
    LastJobs last_;
    std::vector<std::optional<CopyOutcome>> firsts_;
};

} // namespace

Result<FileCopyOutcome> copy_arrays(Comm const& comm, std::span<CopyJob const> jobs, std::span<CopyPasses const> passes) {
    return PassesRun(comm, jobs, passes).run();
}

} // namespace tessera
