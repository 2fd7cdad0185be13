// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array copied from files to a file by all ranks together, within a bound on memory.
#include "libcore/runtime/copy_files/file_copy.hpp"

#include "libcore/runtime/agreement.hpp"
#include "libcore/runtime/clock.hpp"
#include "libcore/runtime/copy_files/part_reader.hpp"
#include "libcore/runtime/copy_files/part_writer.hpp"
#include "libcore/runtime/mpi_error.hpp"

#include <array>
#include <mpi.h>

namespace tessera {

namespace {

/// One rank's share: every size()-th part, beginning with its own number.
void copy_parts(Comm const& comm, StoredArray const& source, CopyMap const& map, StoredArray const& target, CopyPlan const& plan,
                CopyOptions const& options, MemoryAccount& account, CopyOutcome& outcome) {
    StoredShape const shape = target.shape();
    CopyParts const parts(shape, plan.part);
    PartBuffer part(account, shape, parts, target.type.bytes);
    PartReader reader(source, map, target.extents, plan, account);
    PartWriter writer(target, account);
    for (Index number = comm.rank(); number < parts.count(); number += comm.size()) {
        part.begin(number);
        outcome.checksum += reader.read(part);
        writer.write(part);
        if (options.progress && comm.rank() == 0) options.progress(part.elements() * target.type.bytes * comm.size());
    }
    writer.finish();
    outcome.reads = reader.counts();
    outcome.writes = writer.counts();
}

void sum_over_ranks(Comm const& comm, CopyOutcome& outcome) {
    std::array sums{outcome.reads.requests, outcome.reads.bytes, outcome.writes.requests, outcome.writes.bytes,
                    outcome.memory_peak};
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_INT64_T, MPI_SUM, comm.handle()),
              "MPI_Allreduce");
    outcome.reads = {sums[0], sums[1]};
    outcome.writes = {sums[2], sums[3]};
    outcome.memory_peak = sums[4];
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &outcome.checksum, 1, MPI_UINT64_T, MPI_SUM, comm.handle()), "MPI_Allreduce");
}

} // namespace

Result<CopyOutcome> copy_array(Comm const& comm, StoredArray const& source, CopyMap const& map, CopyTarget& target,
                               StagedOutput& output, CopyOptions const& options) {
    double const start = seconds_now();
    Index const share = options.memory / comm.size();
    CopyTask const task{source.shape(), target.shape(), map, source.type.bytes, comm.size(), share};
    auto const plan = plan_copy(task, options.access);
    if (!plan) return tl::unexpected(plan.error());
    CopyOutcome outcome{.plan = *plan};
    outcome.parts = CopyParts(task.target, plan->part).count();
    outcome.bytes = source.type.bytes;
    for (Index const extent : task.target.extents) outcome.bytes *= extent;
    MemoryAccount account(share);
    all_or_none(comm, [&] {
        if (comm.rank() == 0) target.create(output.temporary());
    });
    all_or_none(comm, [&] {
        StoredArray const opened = target.open(output.temporary());
        copy_parts(comm, source, map, opened, *plan, options, account, outcome);
    });
    outcome.memory_peak = account.peak();
    sum_over_ranks(comm, outcome);
    all_or_none(comm, [&] {
        if (comm.rank() == 0) target.finish(output.temporary(), outcome.checksum);
    });
    output.commit();
    outcome.seconds = seconds_now() - start;
    return outcome;
}

} // namespace tessera
