// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sorts the elements of lines across the ranks of a group.
#include "libcore/runtime/comm/axis/group_sort.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

namespace tessera {
namespace {

/// Blocks to or from each rank of a communicator: block r is [starts[r], starts[r + 1]).
using BlockStarts = std::vector<Index>;

template <class T>
std::vector<std::size_t> ascending_order(std::vector<T> const& elements) {
    std::vector<std::size_t> order(elements.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return elements[a] < elements[b]; });
    return order;
}

/// Sends block r of `outgoing` to rank r and receives its block as block r of `incoming`.
template <class T>
void exchange_blocks(Communicator const& comm, std::vector<T> const& outgoing, BlockStarts const& out, std::vector<T>& incoming,
                     BlockStarts const& in) {
    RequestSet requests;
    std::deque<ByteBlock> blocks;
    for (std::size_t r = 0; r + 1 < in.size(); ++r)
        if (in[r + 1] > in[r])
            requests.receive(comm, static_cast<Rank>(r), reinterpret_cast<std::byte*>(incoming.data() + in[r]),
                             blocks.emplace_back((in[r + 1] - in[r]) * Index{sizeof(T)}));
    for (std::size_t r = 0; r + 1 < out.size(); ++r)
        if (out[r + 1] > out[r])
            requests.send(comm, static_cast<Rank>(r), reinterpret_cast<std::byte const*>(outgoing.data() + out[r]),
                          blocks.emplace_back((out[r + 1] - out[r]) * Index{sizeof(T)}));
    requests.wait_all();
}

/// Returns the samples of all ranks, in the order of ranks.
std::vector<LineElement> gathered(Communicator const& comm, std::vector<LineElement> const& sample) {
    int const mine = static_cast<int>(sample.size() * sizeof(LineElement));
    std::vector<int> bytes(as_size(comm.size()));
    check_mpi(MPI_Allgather(&mine, 1, MPI_INT, bytes.data(), 1, MPI_INT, comm.handle()), "MPI_Allgather");
    std::vector<int> starts(bytes.size());
    std::exclusive_scan(bytes.begin(), bytes.end(), starts.begin(), 0);
    std::vector<LineElement> all(as_size(starts.back() + bytes.back()) / sizeof(LineElement));
    check_mpi(MPI_Allgatherv(sample.data(), mine, MPI_BYTE, all.data(), bytes.data(), starts.data(), MPI_BYTE, comm.handle()),
              "MPI_Allgatherv");
    return all;
}

/// Returns the cuts of the sorted elements of all ranks, one fewer than ranks. `order`: ascending order of the rank's own
/// elements.
std::vector<LineElement> cuts_of(Communicator const& comm, std::vector<LineElement> const& own,
                                 std::vector<std::size_t> const& order) {
    std::size_t const ranks = as_size(comm.size());
    std::vector<LineElement> sample;
    for (std::size_t i = 0; i < ranks && !own.empty(); ++i) sample.push_back(own[order[i * own.size() / ranks]]);
    std::vector<LineElement> all = gathered(comm, sample);
    std::ranges::sort(all);
    std::vector<LineElement> cuts;
    for (std::size_t r = 1; r < ranks && !all.empty(); ++r) cuts.push_back(all[r * all.size() / ranks]);
    return cuts;
}

/// Returns the number of ascending elements before each cut, starting with 0 and ending with all.
BlockStarts cut_starts(Communicator const& comm, std::vector<LineElement> const& ascending, std::vector<LineElement> const& cuts) {
    BlockStarts starts{0};
    for (LineElement const& cut : cuts) starts.push_back(std::ranges::lower_bound(ascending, cut) - ascending.begin());
    starts.resize(as_size(comm.size()) + 1, std::ssize(ascending));
    return starts;
}

BlockStarts arriving_starts(Communicator const& comm, BlockStarts const& out) {
    std::vector<Index> counts;
    for (std::size_t r = 0; r + 1 < out.size(); ++r) counts.push_back(out[r + 1] - out[r]);
    std::vector<Index> theirs(counts.size());
    check_mpi(MPI_Alltoall(counts.data(), 1, MPI_INT64_T, theirs.data(), 1, MPI_INT64_T, comm.handle()), "MPI_Alltoall");
    BlockStarts starts{0};
    for (Index const count : theirs) starts.push_back(starts.back() + count);
    return starts;
}

/// Returns the number of elements on the ranks before this one.
Index elements_before(Communicator const& comm, Index here) {
    Index through_here = 0;
    check_mpi(MPI_Scan(&here, &through_here, 1, MPI_INT64_T, MPI_SUM, comm.handle()), "MPI_Scan");
    return through_here - here;
}

} // namespace

std::vector<Index> places_among_all(Communicator const& comm, std::vector<LineElement> const& own) {
    std::vector<std::size_t> const order = ascending_order(own);
    std::vector<LineElement> ascending;
    ascending.reserve(own.size());
    for (std::size_t const k : order) ascending.push_back(own[k]);
    BlockStarts const out = cut_starts(comm, ascending, cuts_of(comm, own, order));
    BlockStarts const in = arriving_starts(comm, out);
    std::vector<LineElement> arrived(as_size(in.back()));
    exchange_blocks(comm, ascending, out, arrived, in);

    Index place = elements_before(comm, in.back());
    std::vector<Index> found(arrived.size());
    for (std::size_t const k : ascending_order(arrived)) found[k] = place++;
    std::vector<Index> returned(own.size());
    exchange_blocks(comm, found, in, returned, out);
    std::vector<Index> places(own.size());
    for (std::size_t k = 0; k < own.size(); ++k) places[order[k]] = returned[k];
    return places;
}

} // namespace tessera
