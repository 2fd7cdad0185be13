// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks share a node.
#include "libcore/runtime/mpi/node.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <map>
#include <mpi.h>

namespace tessera {

Node::Node(Communicator const& comm) : comm_(comm.split_by_node()), ranks_(as_size(comm_.size())) {
    Rank const mine = comm.rank();
    check_mpi(MPI_Allgather(&mine, 1, MPI_INT, ranks_.data(), 1, MPI_INT, comm_.handle()), "MPI_Allgather");
}

std::optional<Rank> Node::number_of(Rank rank) const {
    auto const found = std::ranges::lower_bound(ranks_, rank);
    if (found == ranks_.end() || *found != rank) return std::nullopt;
    return static_cast<Rank>(found - ranks_.begin());
}

std::vector<int> node_numbers(Communicator const& comm) {
    Communicator const node = comm.split_by_node();
    int const first = broadcast(node, 0, comm.rank()); // of this node
    std::vector<int> firsts(as_size(comm.size()));
    check_mpi(MPI_Allgather(&first, 1, MPI_INT, firsts.data(), 1, MPI_INT, comm.handle()), "MPI_Allgather");
    std::map<int, int> numbers;
    for (int const each : firsts) numbers.try_emplace(each, static_cast<int>(numbers.size()));
    for (int& each : firsts) each = numbers.at(each);
    return firsts;
}

bool shares_a_node(Communicator const& comm) {
    return std::ranges::max(node_numbers(comm)) == 0;
}

} // namespace tessera
