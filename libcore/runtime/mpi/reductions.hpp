// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reductions and broadcasts of single values over all ranks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <mpi.h>
#include <span>

namespace tessera {

// Every rank gets the result. Collective. T: int, Index, std::uint64_t or double. Throw MpiError.

template <class T>
[[nodiscard]] T all_sum(MPI_Comm comm, T mine);
template <class T>
[[nodiscard]] T all_max(MPI_Comm comm, T mine);
template <class T>
[[nodiscard]] T all_min(MPI_Comm comm, T mine);
/// Replaces each entry by its sum over all ranks. Spans of all ranks have the same length, at most INT_MAX.
template <class T>
void sum_entries(MPI_Comm comm, std::span<T> entries);
/// Replaces the entries by those of `root`.
template <class T>
void broadcast_entries(MPI_Comm comm, Rank root, std::span<T> entries);

template <class T>
[[nodiscard]] T all_sum(Communicator const& comm, T mine) {
    return all_sum(comm.handle(), mine);
}
template <class T>
[[nodiscard]] T all_max(Communicator const& comm, T mine) {
    return all_max(comm.handle(), mine);
}
template <class T>
[[nodiscard]] T all_min(Communicator const& comm, T mine) {
    return all_min(comm.handle(), mine);
}
/// Returns whether the condition holds on all ranks.
[[nodiscard]] bool on_all(Communicator const& comm, bool holds);
/// Returns whether the condition holds on at least one rank.
[[nodiscard]] bool on_any(Communicator const& comm, bool holds);

template <class T>
void sum_entries(Communicator const& comm, std::span<T> entries) {
    sum_entries(comm.handle(), entries);
}
template <class T>
void broadcast_entries(Communicator const& comm, Rank root, std::span<T> entries) {
    broadcast_entries(comm.handle(), root, entries);
}
/// Returns the value of `root`.
template <class T>
[[nodiscard]] T broadcast(Communicator const& comm, Rank root, T value) {
    broadcast_entries(comm.handle(), root, std::span(&value, 1));
    return value;
}

} // namespace tessera
