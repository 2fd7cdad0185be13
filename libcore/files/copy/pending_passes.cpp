// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scratch files that interrupted copies in two passes have left.
#include "libcore/files/copy/pending_passes.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/copy/copy_journal.hpp"
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

constexpr char const* begin_again = "--force without --resume begins again";

std::string whole_path(std::string const& path) {
    return fs::absolute(path).lexically_normal().string();
}

/// Returns the folder of the options as an absolute path, as the journal names it. So the copy can be resumed from another
/// directory.
std::string folder_asked_for(CopyJob const& job) {
    std::string const& folder = job.options.scratch.folder;
    return folder.empty() ? "" : whole_path(folder);
}

/// Returns the folders that may hold this target's scratch files, each once.
std::vector<std::string> folders_of(CopyJob const& job) {
    std::vector<std::string> folders;
    if (auto named = CopyJournal::scratch_of(job.place.journal())) folders.push_back(*std::move(named));
    for (std::string const& folder : {folder_asked_for(job), std::string()})
        if (std::ranges::count(folders, folder) == 0) folders.push_back(folder);
    return folders;
}

Result<ScratchFileState> checked(CopyJob const& job, std::string const& path, ScratchFileState::State state) {
    auto header = TRY(ScratchHeader::load(path));
    ScratchHeader const wanted = ScratchHeader::of(job, header.chunk);
    if (header.source != wanted.source)
        return fail(fmt::format("the source has changed since the copy was interrupted; {}", begin_again));
    bool const complete = state != ScratchFileState::State::Made || header.checksum;
    if (header.task != wanted.task || header.chunk.size() != job.target.shape(job.array).extents.size() || !complete)
        return fail(fmt::format("the interrupted copy was another one than this; {}", begin_again));
    return ScratchFileState{state, std::move(header)};
}

Result<ScratchFileState> found(CopyJob const& job, std::string const& folder) {
    OutputPath const place = scratch_place(job, folder);
    if (is_there(place.path)) return checked(job, place.path, ScratchFileState::State::Made);
    bool const begun = CopyJournal::has_begun(place.journal()) && is_there(place.provisional());
    // Salvaged boxes are boxes of the target, so --salvage copies in one pass.
    return begun && !job.options.salvage ? checked(job, place.provisional(), ScratchFileState::State::Begun) : ScratchFileState{};
}

/// Finds the scratch files of all arrays. Called by one rank.
Result<PendingFirstPasses> found_of_all(std::span<CopyJob const> jobs) {
    CopyJob const& first = jobs.front();
    PendingFirstPasses left{folder_asked_for(first), std::vector<ScratchFileState>(jobs.size())};
    if (!first.options.resume) return left;
    auto const named = CopyJournal::scratch_of(first.place.journal()).value_or("");
    if (!named.empty() && !is_there(named))
        return fail(fmt::format("the interrupted copy has its scratch file in '{}', which is not there; {}", named, begin_again));
    for (std::string const& folder : folders_of(first)) {
        for (std::size_t i = 0; i < jobs.size(); ++i) left.arrays[i] = TRY(found(jobs[i], folder));
        if (std::ranges::count(left.arrays, ScratchFileState::State::Nothing, &ScratchFileState::state) == std::ssize(jobs))
            continue;
        left.folder = folder;
        return left;
    }
    if (left.folder.empty()) left.folder = named;
    return left;
}

void broadcast(Communicator const& comm, CopyJob const& job, ScratchFileState& left) {
    Extents words = left.header.chunk;
    words.resize(job.target.shape(job.array).extents.size(), 0);
    words.push_back(static_cast<Index>(left.state));
    words.push_back(std::bit_cast<Index>(left.header.checksum.value_or(0)));
    broadcast_entries<Index>(comm, 0, words);
    left.header.checksum = std::bit_cast<std::uint64_t>(words.back());
    words.pop_back();
    left.state = ScratchFileState::State{words.back()};
    words.pop_back();
    left.header.chunk = std::move(words);
}

} // namespace

std::vector<std::string> leftover_names(CopyJob const& job, std::string const& folder) {
    OutputPath const place = scratch_place(job, folder);
    std::vector<std::string> names{place.path, place.provisional(), place.journal()};
    std::erase_if(names, [](std::string const& path) { return !is_there(path); });
    return names;
}

OutputPath scratch_place(CopyJob const& job, std::string const& folder) {
    std::string const tag = job.array == 0 ? "scratch" : fmt::format("scratch-{}", job.array);
    OutputPath const beside{job.place.path, tag};
    if (folder.empty()) return {beside.provisional()};
    std::string const whole = whole_path(beside.path); // the hash tells the targets apart in a common folder
    std::string const name = fs::path(beside.provisional()).filename().string();
    return {(fs::path(folder) / fmt::format("{}-{:016x}", name, XXH3_64bits(whole.data(), whole.size()))).string()};
}

Result<PendingFirstPasses> find_pending_passes(Communicator const& comm, std::span<CopyJob const> jobs) {
    PendingFirstPasses left{"", std::vector<ScratchFileState>(jobs.size())};
    TRY(together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        left = TRY(found_of_all(jobs));
        return {};
    }));
    left.folder = broadcast_text(comm, 0, std::move(left.folder));
    for (std::size_t i = 0; i < jobs.size(); ++i) broadcast(comm, jobs[i], left.arrays[i]);
    return left;
}

Result<void> clear_leftovers(std::span<CopyJob const> jobs) {
    CopyOptions const& options = jobs.front().options;
    OutputPath const& target = jobs.front().place;
    if (options.resume) return {};
    for (std::string const& folder : folders_of(jobs.front()))
        for (CopyJob const& job : jobs) {
            auto const names = leftover_names(job, folder);
            if (names.empty()) continue;
            if (!options.force)
                return fail(
                    fmt::format("a copy to '{}' was interrupted; --resume goes on with it, --force begins again", target.path));
            if (auto const idle = CopyJournal::check_idle(target.journal()); !idle) return idle;
            for (std::string const& name : names) fs::remove(name);
        }
    return {};
}

} // namespace tessera
