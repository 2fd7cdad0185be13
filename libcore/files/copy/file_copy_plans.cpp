// SPDX-License-Identifier: BSD-3-Clause
// Tessera: makes the plans of file copies, equal on all ranks.
#include "libcore/base/try.hpp"
#include "libcore/files/access/file_stripes.hpp"
#include "libcore/files/copy/copy_journal.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/part_encoder.hpp"
#include "libcore/files/store/chunk_boxes.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <utility>

namespace tessera {

namespace {

/// Returns whether there are chunks to decode or encode, which threads can do.
bool has_codecs(CopyJob const& job) {
    bool const decodes = std::ranges::any_of(job.source.files, [](StoredFile const& file) {
        return file.boxes && file.boxes->chunks() != nullptr && !file.boxes->chunks()->is_plain();
    });
    return decodes || job.target.shape(job.array).whole_chunks;
}

/// Returns whether several threads may use all codecs at the same time.
bool shares_codecs(CopyJob const& job) {
    return are_shared(job.target.codecs(job.array)) && std::ranges::all_of(job.source.files, [](StoredFile const& file) {
               ChunkBoxes const* const chunks = file.boxes ? file.boxes->chunks() : nullptr;
               return chunks == nullptr || chunks->is_shared();
           });
}

/// Thousands of arrays of one file ask for the same path, whose file system is looked at once.
Index stripe_of(std::string const& path) {
    static std::pair<std::string, Index> last;
    if (last.first != path) last = {path, stripes_of(path, std::numeric_limits<Index>::max()).size};
    return last.second;
}

} // namespace

bool suits_threads(Communicator const& comm, std::span<CopyJob const> jobs) {
    double all = 0; // double, because the extents in files may exceed 64 bits
    double by_threads = 0;
    for (CopyJob const& job : jobs) {
        auto const bytes = static_cast<double>(job.source.bytes());
        all += bytes;
        if (has_codecs(job) && shares_codecs(job)) by_threads += bytes;
    }
    return broadcast(comm, 0, by_threads > all / 2 ? 1 : 0) == 1;
}

CopyTask task_of(Communicator const& comm, CopyJob const& job) {
    CopyTask task{job.source.shape(), job.target.shape(job.array), job.map, job.source.type.bytes, comm.size()};
    task.memory = job.options.memory / comm.size();
    task.threads = has_codecs(job) ? job.options.threads : 1;
    task.gathers = job.target.in_files();
    task.domains = job.options.domains;
    task.aggregators = job.options.aggregators;
    if (!job.target.in_files()) task.stripe = stripe_of(job.place.path);
    if (auto const writer = job.target.writer_memory(job.array)) {
        task.waits_for_places = false;
        task.encoder = *writer;
    }
    if (auto codecs = job.target.codecs(job.array); !codecs.empty())
        PartEncoder::account_for(task, std::move(codecs), job.target.rounding(job.array).has_value());
    return task;
}

namespace {

/// Returns the unit shapes of the interrupted copy to be resumed, array by array; zeros if there is none. Called by one rank.
Result<Extents> interrupted_units(std::span<CopyJob const> jobs) {
    Extents shapes;
    for (CopyJob const& job : jobs) shapes.resize(shapes.size() + job.target.shape(job.array).extents.size(), 0);
    CopyJob const& first = jobs.front();
    std::string const path = first.place.journal();
    if (!first.options.resume || !CopyJournal::has_begun(path) || !first.target.is_begun()) return shapes;
    auto const journal = TRY(CopyJournal::resume(path));
    Extents before;
    for (JournalHeader::Array const& array : journal.header().arrays)
        before.insert(before.end(), array.unit.begin(), array.unit.end());
    return before.size() == shapes.size() ? before : shapes;
}

/// The input of all ranks' plans, as rank 0 found it.
struct Found {
    Extents units; ///< the result of interrupted_units()
    Index stripe = 0;
};

/// Returns rank 0's findings on all ranks. Collective.
Result<Found> found_by_first(Communicator const& comm, std::span<CopyJob const> jobs) {
    Extents values; // the units, then the stripe
    TRY(together(comm, [&]() -> Result<void> {
        for (CopyJob const& job : jobs) values.resize(values.size() + job.target.shape(job.array).extents.size(), 0);
        if (comm.rank() == 0) values = TRY(interrupted_units(jobs));
        values.push_back(task_of(comm, jobs.front()).stripe);
        return {};
    }));
    broadcast_entries<Index>(comm, 0, values);
    Index const stripe = values.back();
    values.pop_back();
    return Found{std::move(values), stripe};
}

/// Returns plans for `ranks` ranks, with the units of the interrupted copy if there was one.
Result<std::vector<CopyPlan>> plans_for(Communicator const& comm, int ranks, std::span<CopyJob const> jobs, Found const& found,
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

Result<std::vector<CopyPlan>> plans_of(Communicator const& comm, std::span<CopyJob const> jobs) {
    auto const found = TRY(found_by_first(comm, jobs));
    bool const interrupted = std::ranges::any_of(found.units, [](Index extent) { return extent > 0; });
    int ranks = comm.size();
    auto access = jobs.front().options.access;
    auto plans = plans_for(comm, ranks, jobs, found, access);
    while (!plans && interrupted && (ranks > 1 || access)) {
        if (ranks == 1) { // two-phase access needs the most memory
            access.reset();
            ranks = comm.size() + 1;
        }
        plans = plans_for(comm, --ranks, jobs, found, access); // fewer ranks, each with more memory
    }
    return plans;
}

Result<CopyPlan> plan_of(Communicator const& comm, CopyJob const& job) {
    auto plans = TRY(plans_of(comm, {&job, 1}));
    return std::move(plans.front());
}

} // namespace tessera
