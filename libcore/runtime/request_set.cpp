// SPDX-License-Identifier: BSD-3-Clause
// Tessera: non-blocking operations that are waited for together.
#include "libcore/runtime/request_set.hpp"

#include "libcore/runtime/mpi_error.hpp"
#include "libcore/runtime/narrow.hpp"

#include <algorithm>
#include <cassert>
#include <exception>

namespace tessera {

namespace {

constexpr int message_tag = 0;

std::optional<std::size_t> number_of(int index) {
    if (index == MPI_UNDEFINED) return std::nullopt;
    return static_cast<std::size_t>(index);
}

} // namespace

RequestSet::~RequestSet() {
    assert(std::uncaught_exceptions() > 0 ||
           std::all_of(requests_.begin(), requests_.end(), [](MPI_Request r) { return r == MPI_REQUEST_NULL; }));
}

void RequestSet::send(Comm const& comm, Rank to, std::byte const* data, ByteBlock const& block) {
    MPI_Request& request = requests_.emplace_back(MPI_REQUEST_NULL);
    check_mpi(MPI_Isend(data, block.count(), block.type(), to, message_tag, comm.handle(), &request), "MPI_Isend");
}

void RequestSet::receive(Comm const& comm, Rank from, std::byte* data, ByteBlock const& block) {
    MPI_Request& request = requests_.emplace_back(MPI_REQUEST_NULL);
    check_mpi(MPI_Irecv(data, block.count(), block.type(), from, message_tag, comm.handle(), &request), "MPI_Irecv");
}

std::optional<std::size_t> RequestSet::test_any() {
    int index = MPI_UNDEFINED;
    int complete = 0;
    check_mpi(MPI_Testany(narrow<int>(requests_.size()), requests_.data(), &index, &complete, MPI_STATUS_IGNORE), "MPI_Testany");
    return complete != 0 ? number_of(index) : std::nullopt;
}

std::optional<std::size_t> RequestSet::wait_any() {
    int index = MPI_UNDEFINED;
    check_mpi(MPI_Waitany(narrow<int>(requests_.size()), requests_.data(), &index, MPI_STATUS_IGNORE), "MPI_Waitany");
    return number_of(index);
}

void RequestSet::wait_all() {
    check_mpi(MPI_Waitall(narrow<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
}

} // namespace tessera
