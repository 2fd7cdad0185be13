// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a set of non-blocking operations with common waiting.
#include "libcore/runtime/mpi/request_set.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cassert>
#include <exception>

namespace tessera {

RequestSet::~RequestSet() {
    assert(std::uncaught_exceptions() > 0 ||
           std::all_of(requests_.begin(), requests_.end(), [](MPI_Request r) { return r == MPI_REQUEST_NULL; }));
}

std::size_t RequestSet::free_number() {
    if (free_numbers_.empty()) {
        requests_.push_back(MPI_REQUEST_NULL);
        return requests_.size() - 1;
    }
    std::size_t const number = free_numbers_.back();
    free_numbers_.pop_back();
    return number;
}

std::optional<std::size_t> RequestSet::completed(int index) {
    if (index == MPI_UNDEFINED) return std::nullopt;
    free_numbers_.push_back(as_size(index));
    return free_numbers_.back();
}

std::size_t RequestSet::send(Communicator const& comm, Rank to, std::byte const* data, ByteBlock const& block, int tag) {
    std::size_t const number = free_number();
    check_mpi(MPI_Isend(data, block.count(), block.type(), to, tag, comm.handle(), &requests_[number]), "MPI_Isend");
    return number;
}

std::size_t RequestSet::receive(Communicator const& comm, Rank from, std::byte* data, ByteBlock const& block, int tag) {
    std::size_t const number = free_number();
    check_mpi(MPI_Irecv(data, block.count(), block.type(), from, tag, comm.handle(), &requests_[number]), "MPI_Irecv");
    return number;
}

std::optional<std::size_t> RequestSet::test_any() {
    int index = MPI_UNDEFINED;
    int complete = 0;
    check_mpi(MPI_Testany(narrow<int>(requests_.size()), requests_.data(), &index, &complete, MPI_STATUS_IGNORE), "MPI_Testany");
    return complete != 0 ? completed(index) : std::nullopt;
}

std::optional<std::size_t> RequestSet::wait_any() {
    int index = MPI_UNDEFINED;
    check_mpi(MPI_Waitany(narrow<int>(requests_.size()), requests_.data(), &index, MPI_STATUS_IGNORE), "MPI_Waitany");
    return completed(index);
}

void RequestSet::wait_all() {
    check_mpi(MPI_Waitall(narrow<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    requests_.clear();
    free_numbers_.clear();
}

} // namespace tessera
