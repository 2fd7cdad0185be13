// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a communicator and who owns it.
#include "libcore/runtime/comm.hpp"

#include "libcore/runtime/mpi_error.hpp"

#include <utility>

namespace tessera {

Comm::Comm(MPI_Comm handle, bool owned) : handle_(handle), owned_(owned) {
    check_mpi(MPI_Comm_rank(handle, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(handle, &size_), "MPI_Comm_size");
}

Comm Comm::world() {
    return {MPI_COMM_WORLD, false};
}

Comm Comm::duplicate(MPI_Comm original) {
    MPI_Comm copy = MPI_COMM_NULL;
    check_mpi(MPI_Comm_dup(original, &copy), "MPI_Comm_dup");
    check_mpi(MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    return {copy, true};
}

Comm::Comm(Comm&& other) noexcept
    : handle_(other.handle_), owned_(std::exchange(other.owned_, false)), rank_(other.rank_), size_(other.size_) {}

Comm& Comm::operator=(Comm&& other) noexcept {
    if (this == &other) return *this;
    release();
    handle_ = other.handle_;
    owned_ = std::exchange(other.owned_, false);
    rank_ = other.rank_;
    size_ = other.size_;
    return *this;
}

Comm::~Comm() {
    release();
}

void Comm::release() noexcept {
    if (owned_ && mpi_is_active()) MPI_Comm_free(&handle_);
    owned_ = false;
}

void Comm::barrier() const {
    check_mpi(MPI_Barrier(handle_), "MPI_Barrier");
}

bool mpi_is_active() noexcept {
    int initialized = 0;
    int finalized = 0;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    return initialized != 0 && finalized == 0;
}

} // namespace tessera
