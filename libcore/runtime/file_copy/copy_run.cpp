// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of one copy.
#include "libcore/runtime/file_copy/copy_run.hpp"

#include "libcore/runtime/file_copy/part_reader.hpp"
#include "libcore/runtime/file_copy/part_writer.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/file_identity.hpp"
#include "libcore/runtime/store/output_place.hpp"
#include "libcore/runtime/store/stored_checksum.hpp"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <system_error>
#include <utility>
#include <xxhash.h>

namespace tessera {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> paths_of(StoredArray const& array) {
    std::vector<std::string> paths;
    for (StoredFile const& file : array.files) paths.push_back(file.path);
    return paths;
}

std::vector<std::string> all_files_of(StoredArray const& array) {
    std::vector<std::string> paths = paths_of(array);
    paths.insert(paths.end(), array.other_files.begin(), array.other_files.end());
    return paths;
}

std::uint64_t hash_of(std::string const& text) {
    return XXH3_64bits(text.data(), text.size());
}

std::string text_of(CopyMap const& map) {
    std::string text;
    for (CopyAxis const& axis : map.axes)
        text +=
            axis.source ? fmt::format("[{} {} {} {}]", axis.extent, axis.source->dim, axis.source->start, axis.source->step) : "[]";
    return text;
}

} // namespace

CopyRun::CopyRun(Comm const& comm, CopyJob const& job, CopyPlan const& plan)
    : comm_(comm), job_(job), task_(task_of(comm, job)), account_(task_.memory) {
    outcome_.plan = plan;
    outcome_.bytes = task_.element_bytes;
    for (Index const extent : task_.target.extents) outcome_.bytes *= extent;
}

JournalHeader CopyRun::header(Extents part) const {
    std::uint64_t const task_hash =
        hash_of(fmt::format("{} {} {} {}", job_.source.name, job_.source.type.name, text_of(job_.map), job_.target.description()));
    Index const parts = CopyParts(task_.target, part).count();
    return {source_identity_, task_hash, std::move(part), parts};
}

Result<void> CopyRun::check_place() const {
    std::string const& path = job_.place.path;
    std::vector<std::string> const source = all_files_of(job_.source);
    for (std::string const& made : {job_.place.provisional(), job_.place.journal()})
        if (auto const apart = check_apart(source, made); !apart) return apart;
    auto const replaced = job_.target.adds_beside(job_.source) ? job_.source.other_files : source;
    if (auto const apart = check_apart(replaced, path); !apart) return apart;
    if (auto const free = job_.target.check_place(path, job_.options.force); !free) return free;
    std::error_code ignored;
    bool const interrupted = fs::exists(job_.place.journal(), ignored);
    if (interrupted && !job_.options.resume && !job_.options.force)
        return fail(fmt::format("a copy to '{}' was interrupted; --resume goes on with it, --force begins again", path));
    return {};
}

Result<void> CopyRun::adopt(CopyJournal journal) {
    JournalHeader const mine = header(outcome_.plan.part);
    std::string const again = "--force without --resume begins again";
    if (journal.header().source != mine.source) return fail("the source has changed since the copy was interrupted; " + again);
    if (!(journal.header() == mine)) return fail("the interrupted copy was another one than this; " + again);
    resumed_ = true;
    journal_.emplace(std::move(journal));
    if (encodes()) job_.target.create_again();
    return {};
}

/// On rank 0: the journal of an interrupted copy that is to be resumed, or a new one.
Result<void> CopyRun::open_journal() {
    std::string const path = job_.place.journal();
    if (job_.options.resume && CopyJournal::has_begun(path) && job_.target.is_begun()) {
        auto journal = CopyJournal::resume(path);
        return journal ? adopt(*std::move(journal)) : Result<void>(forward_error(journal));
    }
    auto journal = CopyJournal::create(path, header(outcome_.plan.part));
    if (!journal) return forward_error(journal);
    journal_.emplace(*std::move(journal));
    job_.target.create();
    journal_->begin();
    return {};
}

Result<void> CopyRun::begin() {
    auto const begun = together(comm_, [&]() -> Result<void> {
        if (comm_.rank() != 0) return {};
        source_identity_ = identities_of(paths_of(job_.source));
        if (auto const free = check_place(); !free) return free;
        auto const opened = open_journal();
        if (journal_) journal_->share();
        return opened;
    });
    if (!begun) return begun;
    check_mpi(MPI_Bcast(&source_identity_, 1, MPI_UINT64_T, 0, comm_.handle()), "MPI_Bcast");
    int resumed = resumed_ ? 1 : 0;
    check_mpi(MPI_Bcast(&resumed, 1, MPI_INT, 0, comm_.handle()), "MPI_Bcast");
    resumed_ = resumed != 0;
    all_or_none(comm_, [&] {
        if (comm_.rank() != 0) journal_.emplace(CopyJournal::join(job_.place.journal(), header(outcome_.plan.part)));
        if (!encodes()) open_target();
    });
    parts_.emplace(task_.target, outcome_.plan.part);
    outcome_.parts = parts_->count();
    return {};
}

void CopyRun::open_target() {
    target_ = job_.target.open().front();
    target_->channel = job_.options.channel;
}

Index CopyRun::part_bytes(Index part) const {
    Index bytes = task_.element_bytes;
    for (Run const run : parts_->box(part)) bytes *= run.size();
    return bytes;
}

/// "[0:512][0:100]", or "(1:512,1:100)" where the first dimension is the fastest.
std::string CopyRun::region(std::vector<Run> const& box) const {
    bool const c = task_.target.permutation.size() < 2 || task_.target.permutation.front() != 0;
    std::vector<std::string> ranges;
    for (Run const run : box)
        ranges.push_back(c ? fmt::format("{}:{}", run.begin, run.end) : fmt::format("{}:{}", run.begin + 1, run.end));
    return c ? fmt::format("[{}]", fmt::join(ranges, "][")) : fmt::format("({})", fmt::join(ranges, ","));
}

void CopyRun::tell(std::string const& what, Index bytes) const {
    if (comm_.rank() == 0 && job_.options.progress) job_.options.progress->begin(what, bytes);
}

void CopyRun::advance(Index bytes) const {
    if (comm_.rank() == 0 && job_.options.progress) job_.options.progress->advance(bytes * comm_.size());
}

} // namespace tessera
