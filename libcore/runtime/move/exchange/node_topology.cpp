// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a duplicate of a communicator, with cached data about its ranks' nodes.
#include "libcore/runtime/move/exchange/node_topology.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"

namespace tessera {

namespace {

using KeptNeighbourhood = std::shared_ptr<NodeTopology>;

/// MPI calls this when a communicator is freed.
int forget_neighbourhood(MPI_Comm, int, void* kept, void*) {
    delete static_cast<KeptNeighbourhood*>(kept);
    return MPI_SUCCESS;
}

/// Returns the attribute key of the cached objects.
int neighbourhood_key() {
    static int const key = [] {
        int made = MPI_KEYVAL_INVALID;
        check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_neighbourhood, &made, nullptr), "MPI_Comm_create_keyval");
        return made;
    }();
    return key;
}

/// Deletes the object cached with MPI_COMM_WORLD, which is never freed. MPI_Finalize calls this first, while MPI still works.
int forget_at_the_end(MPI_Comm, int, void*, void*) {
    void* kept = nullptr;
    int found = 0;
    int const error = MPI_Comm_get_attr(MPI_COMM_WORLD, neighbourhood_key(), &kept, &found);
    return error == MPI_SUCCESS && found != 0 ? MPI_Comm_delete_attr(MPI_COMM_WORLD, neighbourhood_key()) : error;
}

void ask_for_a_call_at_the_end() {
    static int const key = [] {
        int made = MPI_KEYVAL_INVALID;
        check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_at_the_end, &made, nullptr), "MPI_Comm_create_keyval");
        check_mpi(MPI_Comm_set_attr(MPI_COMM_SELF, made, nullptr), "MPI_Comm_set_attr");
        return made;
    }();
    static_cast<void>(key);
}

} // namespace

std::shared_ptr<NodeTopology> NodeTopology::of(MPI_Comm comm) {
    void* kept = nullptr;
    int found = 0;
    check_mpi(MPI_Comm_get_attr(comm, neighbourhood_key(), static_cast<void*>(&kept), &found), "MPI_Comm_get_attr");
    if (found != 0) return *static_cast<KeptNeighbourhood*>(kept);
    auto made = std::make_unique<KeptNeighbourhood>(std::make_shared<NodeTopology>(comm));
    check_mpi(MPI_Comm_set_attr(comm, neighbourhood_key(), made.get()), "MPI_Comm_set_attr");
    ask_for_a_call_at_the_end();
    return *made.release();
}

Node const& NodeTopology::node() {
    if (!node_) node_.emplace(comm_);
    return *node_;
}

NodeProcesses const& NodeTopology::processes() {
    if (!processes_) processes_.emplace(node().comm());
    return *processes_;
}

} // namespace tessera
