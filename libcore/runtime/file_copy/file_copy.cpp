// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array copied from files to a file by all ranks together, within a bound on memory.
#include "libcore/runtime/file_copy/file_copy.hpp"

#include "libcore/runtime/file_copy/copy_run.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <mpi.h>
#include <string>
#include <utility>

namespace tessera {

CopyTask task_of(Comm const& comm, CopyJob const& job) {
    CopyTask task{job.source.shape(), job.target.shape(), job.map, job.source.type.bytes, comm.size()};
    task.memory = job.options.memory / comm.size();
    task.gathers = job.target.in_files();
    task.domains = job.options.domains;
    task.aggregators = job.options.aggregators;
    return task;
}

namespace {

/// The parts of the interrupted copy that is to be resumed; nothing where there is none.
Result<std::optional<Extents>> interrupted_parts(CopyJob const& job) {
    std::string const path = job.place.journal();
    if (!job.options.resume || !CopyJournal::has_begun(path) || !job.target.is_begun()) return std::optional<Extents>();
    auto const journal = CopyJournal::resume(path);
    if (!journal) return forward_error(journal);
    return std::optional(journal->header().part);
}

} // namespace

namespace {

/// With the parts it had. Where they do not fit the memory for each rank, fewer ranks work, each with more.
Result<CopyPlan> plan_again(CopyTask task, CopyOptions const& options, Extents const& part) {
    auto plan = plan_parts(task, options.access, part);
    while (!plan && task.ranks > 1) {
        --task.ranks;
        task.aggregators = std::min(task.aggregators, task.ranks);
        task.memory = options.memory / task.ranks;
        plan = plan_parts(task, options.access, part);
    }
    if (!plan) return fail(fmt::format("the interrupted copy had more memory: {}", plan.error().message));
    return plan;
}

} // namespace

Result<CopyPlan> plan_of(Comm const& comm, CopyJob const& job) {
    CopyTask const task = task_of(comm, job);
    Extents part(task.target.extents.size(), 0); // zeros: not said
    auto const found = together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        auto const before = interrupted_parts(job);
        if (!before) return forward_error(before);
        if (*before && (*before)->size() == part.size()) part = **before;
        return {};
    });
    if (!found) return forward_error(found);
    check_mpi(MPI_Bcast(part.data(), narrow<int>(part.size()), MPI_INT64_T, 0, comm.handle()), "MPI_Bcast");
    if (part.empty() || !can_be_cut(task.target, part)) return plan_copy(task, job.options.access);
    return plan_again(task, job.options, part);
}

namespace {

Result<CopyOutcome> copy_by_all(Comm const& comm, CopyJob const& job, CopyPlan const& plan) {
    double const start = seconds_now();
    CopyRun run(comm, job, plan);
    try {
        if (auto const begun = run.begin(); !begun) {
            run.leave();
            return forward_error(begun);
        }
        run.check_what_is_there();
        run.copy();
        bool const good = !run.stopped() && run.check_source() && run.verify();
        good ? run.publish() : run.leave();
    } catch (...) {
        run.leave();
        throw;
    }
    CopyOutcome outcome = run.outcome();
    outcome.seconds = slowest(comm, seconds_now() - start);
    return outcome;
}

} // namespace

Result<CopyOutcome> copy_array(Comm const& comm, CopyJob const& job, CopyPlan const& plan) {
    if (plan.ranks >= comm.size()) return copy_by_all(comm, job, plan);
    bool const works = comm.rank() < plan.ranks;
    Comm const some = comm.split(works ? 0 : 1);
    CopyOutcome outcome;
    auto const copied = together(comm, [&]() -> Result<void> {
        if (!works) return {};
        auto mine = copy_by_all(some, job, plan);
        if (!mine) return forward_error(mine);
        outcome = *std::move(mine);
        return {};
    });
    if (!copied) return forward_error(copied);
    std::string const wrong = broadcast_text(comm, 0, outcome.wrong.value_or(""));
    if (!works && !wrong.empty()) outcome.wrong = wrong;
    int stopped = outcome.stopped ? 1 : 0;
    check_mpi(MPI_Bcast(&stopped, 1, MPI_INT, 0, comm.handle()), "MPI_Bcast");
    outcome.stopped = stopped != 0;
    return outcome;
}

} // namespace tessera
