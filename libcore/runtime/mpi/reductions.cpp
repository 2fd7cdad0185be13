// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reductions and broadcasts of single values over all ranks.
#include "libcore/runtime/mpi/reductions.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <cstdint>

namespace tessera {
namespace {

template <class T>
MPI_Datatype type_of();
template <>
MPI_Datatype type_of<int>() {
    return MPI_INT;
}
template <>
MPI_Datatype type_of<Index>() {
    return MPI_INT64_T;
}
template <>
MPI_Datatype type_of<std::uint64_t>() {
    return MPI_UINT64_T;
}
template <>
MPI_Datatype type_of<double>() {
    return MPI_DOUBLE;
}

template <class T>
void combine(MPI_Comm comm, std::span<T> entries, MPI_Op operation) {
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, entries.data(), narrow<int>(entries.size()), type_of<T>(), operation, comm),
              "MPI_Allreduce");
}

} // namespace

template <class T>
T all_sum(MPI_Comm comm, T mine) {
    combine(comm, std::span(&mine, 1), MPI_SUM);
    return mine;
}

template <class T>
T all_max(MPI_Comm comm, T mine) {
    combine(comm, std::span(&mine, 1), MPI_MAX);
    return mine;
}

template <class T>
T all_min(MPI_Comm comm, T mine) {
    combine(comm, std::span(&mine, 1), MPI_MIN);
    return mine;
}

template <class T>
void sum_entries(MPI_Comm comm, std::span<T> entries) {
    combine(comm, entries, MPI_SUM);
}

template <class T>
void broadcast_entries(MPI_Comm comm, Rank root, std::span<T> entries) {
    check_mpi(MPI_Bcast(entries.data(), narrow<int>(entries.size()), type_of<T>(), root, comm), "MPI_Bcast");
}

template int all_sum(MPI_Comm, int);
template Index all_sum(MPI_Comm, Index);
template std::uint64_t all_sum(MPI_Comm, std::uint64_t);
template double all_sum(MPI_Comm, double);
template int all_max(MPI_Comm, int);
template Index all_max(MPI_Comm, Index);
template double all_max(MPI_Comm, double);
template int all_min(MPI_Comm, int);
template Index all_min(MPI_Comm, Index);
template double all_min(MPI_Comm, double);
template void sum_entries(MPI_Comm, std::span<int>);
template void sum_entries(MPI_Comm, std::span<Index>);
template void sum_entries(MPI_Comm, std::span<std::uint64_t>);
template void broadcast_entries(MPI_Comm, Rank, std::span<int>);
template void broadcast_entries(MPI_Comm, Rank, std::span<Index>);
template void broadcast_entries(MPI_Comm, Rank, std::span<std::uint64_t>);
template void broadcast_entries(MPI_Comm, Rank, std::span<double>);

bool on_all(Communicator const& comm, bool holds) {
    return all_min(comm, holds ? 1 : 0) == 1;
}

bool on_any(Communicator const& comm, bool holds) {
    return all_max(comm, holds ? 1 : 0) == 1;
}

} // namespace tessera
