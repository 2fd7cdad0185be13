// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the copies of all arrays of one file share: target, journal and publication.
#include "libcore/files/copy/copy_frame.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/copy/disk_space.hpp"
#include "libcore/files/copy/node_starts.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <xxhash.h>

namespace tessera {

namespace fs = std::filesystem;

namespace {

/// Returns the files that hold elements of the sources, in the order of the arrays, without immediate repetitions.
std::vector<std::string> paths_of(std::span<CopyJob const> jobs) {
    std::vector<std::string> paths;
    std::string last;
    for (CopyJob const& job : jobs)
        for (StoredFile const& file : job.source.files) {
            if (file.path != last) paths.push_back(file.path);
            last = file.path;
        }
    return paths;
}

std::vector<std::string> other_paths_of(std::span<CopyJob const> jobs) {
    std::vector<std::string> paths;
    for (CopyJob const& job : jobs) paths.insert(paths.end(), job.source.other_files.begin(), job.source.other_files.end());
    return paths;
}

std::string text_of(CopyMap const& map) {
    std::string text;
    for (CopyAxis const& axis : map.axes)
        text +=
            axis.source ? fmt::format("[{} {} {} {}]", axis.extent, axis.source->dim, axis.source->start, axis.source->step) : "[]";
    return text;
}

/// Count of elements that only their format can copy.
struct OfAnyLength {
    Index elements = 0;
    Index bytes = 0; ///< their size in reports
};

OfAnyLength of_any_length(std::span<CopyJob const> jobs) {
    OfAnyLength all;
    for (CopyJob const& job : jobs) {
        if (!job.source.parts_elsewhere) continue;
        Extents const extents = job.target.shape(job.array).extents;
        Index const elements = std::accumulate(extents.begin(), extents.end(), Index{1}, std::multiplies<>());
        all.elements += elements;
        all.bytes += elements * job.source.type.bytes;
    }
    return all;
}

std::vector<NeededSpace> rooms_of(std::span<CopyJob const> jobs) {
    std::vector<NeededSpace> rooms;
    for (CopyJob const& job : jobs) rooms.push_back(needed_space(job.target, job.array, job.source.type.bytes));
    return rooms;
}

/// Thrown to stop the making of the target.
class MakingStopped : public std::exception {};

/// Returns a hash of everything that determines the target's bytes.
std::uint64_t hash_of(std::span<CopyJob const> jobs) {
    std::string text;
    for (CopyJob const& job : jobs) text += elements_text(job) + " ";
    text += jobs.front().target.description();
    return XXH3_64bits(text.data(), text.size());
}

} // namespace

std::string elements_text(CopyJob const& job) {
    return fmt::format("{} {} {}", job.source.name, job.source.type.name, text_of(job.map));
}

DiskSpace disk_space(std::span<CopyJob const> jobs) {
    return disk_space(jobs.front().place, rooms_of(jobs));
}

std::uint64_t identity_of_sources(std::span<CopyJob const> jobs) {
    return identities_of(paths_of(jobs));
}

CopyFrame::CopyFrame(Communicator const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans)
    : comm_(comm), jobs_(jobs) {
    header_.task = hash_of(jobs);
    Index first = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        Index const units = CopyParts(jobs[i].target.shape(jobs[i].array), plans[i].unit).count();
        header_.arrays.push_back({plans[i].unit, units});
        if (jobs[i].scratch) header_.scratch = jobs[i].scratch;
        first_units_.push_back(first);
        first = checked_add(first, units).value_or(std::numeric_limits<Index>::max()); // check_place() refuses such a number
    }
}

bool CopyFrame::encodes() const {
    return std::ranges::any_of(jobs_, [](CopyJob const& job) { return !job.target.codecs(job.array).empty(); });
}

/// A small file may claim to be huge; its copy would fill the disk before it fails.
Result<void> CopyFrame::check_space() const {
    return options().any_size ? Result<void>() : tessera::check_space(place(), rooms_of(jobs_));
}

Result<void> CopyFrame::check_place() const {
    if (!header_.is_countable())
        return fail(fmt::format("the copy to '{}' has more parts than a journal has room for; raise --memory", place().path));
    std::string const& path = place().path;
    std::vector<std::string> source = paths_of(jobs_);
    std::vector<std::string> const others = other_paths_of(jobs_);
    source.insert(source.end(), others.begin(), others.end());
    for (std::string const& made : {place().provisional(), place().journal()})
        if (auto const apart = check_apart(source, made); !apart) return apart;
    bool const beside = std::ranges::all_of(jobs_, [](CopyJob const& job) { return job.target.adds_beside(job.source); });
    if (auto const apart = check_apart(beside ? others : source, path); !apart) return apart;
    if (auto const free = target().check_place(path, options().force); !free) return free;
    if (!header_.scratch && !options().resume)
        if (auto const free = CopyJournal::check_free(place(), options().force); !free) return free;
    return check_space();
}

Result<void> CopyFrame::adopt(CopyJournal journal) {
    std::string const again = "--force without --resume begins again";
    if (journal.header().source != header_.source)
        return fail(fmt::format("the {} has changed since the copy was interrupted; {}",
                                header_.scratch ? "scratch file" : "source", again));
    if (!(journal.header() == header_)) return fail("the interrupted copy was another one than this; " + again);
    resumed_ = true;
    draft_ = draft_identity();
    journal_.emplace(std::move(journal));
    if (encodes()) make_target([&](CreationCallback const& watch) { target().create_again(watch); });
    return {};
}

/// On rank 0: opens the journal of an interrupted copy to be resumed, or creates one.
Result<void> CopyFrame::open_journal() {
    std::string const path = place().journal();
    if (options().resume && CopyJournal::has_begun(path) && target().is_begun()) {
        auto journal = CopyJournal::resume(path);
        return journal ? adopt(*std::move(journal)) : Result<void>(forward_error(journal));
    }
    journal_.emplace(TRY(CopyJournal::create(path, header_)));
    make_target([&](CreationCallback const& watch) { target().create(watch); });
    if (stopped_) return {};
    journal_->begin({nodes_, 0});
    is_ours_ = true;
    return {};
}

/// Makes the target. There may be many elements of variable length, so it reports progress and checks for a stop request meanwhile.
void CopyFrame::make_target(std::function<void(CreationCallback const&)> const& make) {
    OfAnyLength const all = of_any_length(jobs_);
    bool const shown = options().progress && all.elements > 0;
    auto const watch = [&](Index elements) {
        if (shown) options().progress->advance(elements * (all.bytes / all.elements));
        if (options().stop && options().stop()) throw MakingStopped();
    };
    if (shown) options().progress->begin("copying what has any length", all.bytes);
    try {
        make(watch);
    } catch (MakingStopped const&) {
        stopped_ = true;
    }
    if (shown) options().progress->end();
}

/// Returns a hash of the draft's inode, and of its length if only elements change in it. It is the same on all machines, and never
/// 0.
std::uint64_t CopyFrame::draft_identity() const {
    FileIdentity const draft = identity_of(place().provisional());
    bool const grows = encodes() || fs::is_directory(place().provisional());
    std::array<std::uint64_t, 2> const words{draft.inode, grows ? 0 : static_cast<std::uint64_t>(draft.bytes)};
    return XXH3_64bits(words.data(), sizeof words) | 1U;
}

void CopyFrame::sync() {
    all_or_none(comm_, [&] { target().sync(); });
}

void CopyFrame::take_over() {
    sync();
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) return;
        JournalTrust const was = journal_->trust();
        bool const all_doubtful = was.kept != 0 && was.kept != draft_;
        bool const is_there = was.kept != 0 || (was.nodes != 0 && was.nodes == nodes_);
        journal_->relabel([&](UnitState state) {
            if (all_doubtful) return UnitState::Doubtful;
            if (state != UnitState::Written) return state;
            return is_there ? UnitState::Kept : UnitState::Doubtful;
        });
        journal_->set_trust({nodes_, 0});
        is_ours_ = true;
    });
}

Result<void> CopyFrame::begin() {
    nodes_ = starts_of_nodes(comm_);
    auto const begun = together(comm_, [&]() -> Result<void> {
        if (comm_.rank() != 0) return {};
        header_.source = identity_of_sources(jobs_);
        if (options().resume) finish_published(place());
        if (auto const free = check_place(); !free) return free;
        room_ = disk_space(jobs_);
        auto const opened = open_journal();
        if (journal_) journal_->share();
        return opened;
    });
    if (!begun) return begun;
    header_.source = broadcast(comm_, 0, header_.source);
    std::array flags{resumed_ ? 1 : 0, stopped_ ? 1 : 0};
    broadcast_entries<int>(comm_, 0, flags);
    resumed_ = flags[0] != 0;
    stopped_ = flags[1] != 0;
    if (stopped_) return {};
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) journal_.emplace(CopyJournal::join(place().journal(), header_));
        early_sync_.emplace(*journal_);
    });
    return {};
}

void CopyFrame::for_each_places(std::function<void(std::size_t, Index, std::span<EncodedSize const>)> const& visit) {
    journal_->for_each_places([&](Index unit, std::span<EncodedSize const> sizes) {
        auto const behind = std::ranges::upper_bound(first_units_, unit);
        auto const job = as_size(behind - first_units_.begin()) - 1;
        visit(job, unit - first_units_[job], sizes);
    });
}

void CopyFrame::seal() {
    all_or_none(comm_, [&] {
        if (comm_.rank() == 0) target().seal();
    });
}

void CopyFrame::check_sources() {
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) return;
        bool const may_change = std::ranges::any_of(jobs_, [](CopyJob const& job) { return job.source.being_written; });
        useless_ = !may_change && identity_of_sources(jobs_) != header_.source;
        if (useless_)
            throw std::runtime_error(
                fmt::format("'{}' changed while it was copied; the copy is given up", jobs_.front().source.name));
    });
}

std::string CopyFrame::differences() {
    std::string wrong;
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) return;
        for (std::string const& line : target().differences()) wrong += "\n  " + visible_name(line);
    });
    return broadcast_text(comm_, 0, wrong);
}

void CopyFrame::finish(ArrayChecksums checksums) {
    target().finish(comm_, checksums);
}

void CopyFrame::publish() {
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) return;
        auto const draft = unpublished();
        draft->publish(target());
        target().publish_checksum();
        draft->forget_journal();
    });
}

std::shared_ptr<FinishedDraft> CopyFrame::unpublished() {
    early_sync_.reset(); // it uses the journal
    return std::make_shared<FinishedDraft>(place(), *std::exchange(journal_, std::nullopt), options().verify);
}

/// Records whether the written data is on the disk. After a failure nothing is trusted, and a resumed copy reads it back.
void CopyFrame::note_trust(bool synced) {
    if (!is_ours_) return;
    if (!synced) return journal_->set_trust({});
    journal_->relabel([](UnitState state) { return state == UnitState::Written ? UnitState::Kept : state; });
    journal_->set_trust({nodes_, draft_identity()});
}

bool CopyFrame::leave(bool synced) noexcept {
    if (comm_.rank() != 0) return false;
    bool nothing_done = true;
    try {
        for (Index unit = 0; journal_ && unit < header_.units() && nothing_done; ++unit) nothing_done = !journal_->find(unit);
        if (journal_ && !nothing_done) note_trust(synced);
    } catch (std::exception const&) {
        nothing_done = false; // in doubt, keep the files
    }
    if (!journal_) return false;
    if (!nothing_done && !useless_) return true;
    target().discard();
    std::error_code ignored;
    fs::remove(place().journal(), ignored);
    return false;
}

void CopyFrame::with_bar(std::string const& what, Index bytes, std::function<void()> const& work) const {
    bool const shown = comm_.rank() == 0 && options().progress;
    if (shown) options().progress->begin(what, bytes);
    work();
    if (shown) options().progress->end();
}

} // namespace tessera
