// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array copied from files to a file by all ranks together, within a bound on memory.
#include "libcore/runtime/file_copy/file_copy.hpp"

#include "libcore/runtime/file_copy/copy_run.hpp"
#include "libcore/runtime/measure/clock.hpp"

namespace tessera {

CopyTask task_of(Comm const& comm, CopyJob const& job) {
    CopyTask task{job.source.shape(), job.target.shape(), job.map, job.source.type.bytes, comm.size()};
    task.memory = job.options.memory / comm.size();
    task.gathers = job.target.in_files();
    task.domains = job.options.domains;
    task.aggregators = job.options.aggregators;
    return task;
}

Result<CopyOutcome> copy_array(Comm const& comm, CopyJob const& job) {
    double const start = seconds_now();
    CopyRun run(comm, job);
    try {
        if (auto const begun = run.begin(); !begun) {
            run.leave();
            return forward_error(begun);
        }
        run.check_what_is_there();
        run.copy();
        bool const good = run.check_source() && run.verify();
        good ? run.publish() : run.leave();
    } catch (...) {
        run.leave();
        throw;
    }
    CopyOutcome outcome = run.outcome();
    outcome.seconds = slowest(comm, seconds_now() - start);
    return outcome;
}

} // namespace tessera
