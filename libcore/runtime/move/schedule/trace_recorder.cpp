// SPDX-License-Identifier: BSD-3-Clause
// Tessera: records the transfers of one rank while it executes a schedule.
#include "libcore/runtime/move/schedule/trace_recorder.hpp"

#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <mpi.h>
#include <numeric>
#include <span>
#include <tuple>
#include <type_traits>

namespace tessera {

namespace {

/// Returns the time in seconds. Uses the system's clock because Open MPI counts MPI_Wtime from the start of each process.
double wall_clock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static_assert(std::is_trivially_copyable_v<TracedTransfer>);

/// Returns the records of all ranks on rank 0, in the order of ranks.
std::vector<TracedTransfer> gather_records(std::span<TracedTransfer const> mine, Communicator const& comm) {
    auto const ranks = as_size(comm.size());
    int const count = narrow<int>(mine.size());
    std::vector<int> counts(ranks, 0);
    check_mpi(MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm.handle()), "MPI_Gather");
    std::vector<int> begins(ranks, 0);
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
    std::vector<TracedTransfer> all(comm.rank() == 0 ? as_size(begins.back() + counts.back()) : 0);
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_contiguous(sizeof(TracedTransfer), MPI_BYTE, &handle), "MPI_Type_contiguous");
    check_mpi(MPI_Type_commit(&handle), "MPI_Type_commit");
    Datatype const record(handle);
    check_mpi(MPI_Gatherv(mine.data(), count, handle, all.data(), counts.data(), begins.data(), handle, 0, comm.handle()),
              "MPI_Gatherv");
    return all;
}

auto place_of(TracedTransfer const& transfer) {
    return std::tuple(transfer.step, transfer.from, transfer.to);
}

} // namespace

void TraceRecorder::begin(Communicator const& comm) {
    sent_.clear();
    received_.clear();
    bool const one_clock = shares_a_node(comm);
    comm.barrier();
    origin_ = wall_clock();
    if (one_clock) origin_ = broadcast(comm, 0, origin_);
}

double TraceRecorder::now() const {
    return wall_clock() - origin_;
}

void TraceRecorder::sent(int step, Rank to, Index bytes, double start, double end) {
    sent_.push_back({.step = step, .to = to, .bytes = bytes, .start = start, .sent = end});
}

void TraceRecorder::received(int step, Rank from, double end) {
    received_.push_back({.step = step, .from = from, .arrived = end});
}

std::vector<TracedTransfer> TraceRecorder::gather(Communicator const& comm) const {
    std::vector<TracedTransfer> mine_sent = sent_;
    for (TracedTransfer& each : mine_sent) each.from = comm.rank();
    std::vector<TracedTransfer> mine_received = received_;
    for (TracedTransfer& each : mine_received) each.to = comm.rank();
    std::vector<TracedTransfer> transfers = gather_records(mine_sent, comm);
    std::vector<TracedTransfer> arrivals = gather_records(mine_received, comm);
    std::ranges::sort(transfers, {}, place_of);
    std::ranges::sort(arrivals, {}, place_of);
    assert(transfers.size() == arrivals.size());
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        assert(place_of(transfers[i]) == place_of(arrivals[i]));
        transfers[i].arrived = arrivals[i].arrived;
    }
    return transfers;
}

} // namespace tessera
