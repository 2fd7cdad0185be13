// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a communicator that frees itself.
#include "libcore/runtime/mpi/communicator.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace tessera {

namespace {

constexpr std::chrono::microseconds shortest_nap{20};
constexpr std::chrono::microseconds longest_nap{1000};

} // namespace

Communicator::Communicator(MPI_Comm handle, bool owned) : handle_(handle), owned_(owned) {
    check_mpi(MPI_Comm_rank(handle, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(handle, &size_), "MPI_Comm_size");
}

Communicator Communicator::world() {
    return {MPI_COMM_WORLD, false};
}

Communicator Communicator::duplicate(MPI_Comm original) {
    MPI_Comm copy = MPI_COMM_NULL;
    check_mpi(MPI_Comm_dup(original, &copy), "MPI_Comm_dup");
    check_mpi(MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    return {copy, true};
}

Communicator Communicator::of_group(MPI_Comm parent, std::span<Rank const> ranks, int tag) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group some = MPI_GROUP_NULL;
    MPI_Comm group = MPI_COMM_NULL;
    check_mpi(MPI_Comm_group(parent, &all), "MPI_Comm_group");
    check_mpi(MPI_Group_incl(all, narrow<int>(ranks.size()), ranks.data(), &some), "MPI_Group_incl");
    int const made = MPI_Comm_create_group(parent, some, tag, &group);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    check_mpi(made, "MPI_Comm_create_group");
    check_mpi(MPI_Comm_set_errhandler(group, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    return {group, true};
}

Communicator Communicator::split(int colour) const {
    MPI_Comm part = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split(handle_, colour, rank_, &part), "MPI_Comm_split");
    check_mpi(MPI_Comm_set_errhandler(part, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    return {part, true};
}

Communicator Communicator::split_by_node() const {
    MPI_Comm part = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split_type(handle_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &part), "MPI_Comm_split_type");
    check_mpi(MPI_Comm_set_errhandler(part, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    return {part, true};
}

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(other.handle_), owned_(std::exchange(other.owned_, false)), rank_(other.rank_), size_(other.size_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
    if (this == &other) return *this;
    release();
    handle_ = other.handle_;
    owned_ = std::exchange(other.owned_, false);
    rank_ = other.rank_;
    size_ = other.size_;
    return *this;
}

Communicator::~Communicator() {
    release();
}

void Communicator::release() noexcept {
    if (owned_ && mpi_is_active()) MPI_Comm_free(&handle_);
    owned_ = false;
}

void Communicator::barrier() const {
    check_mpi(MPI_Barrier(handle_), "MPI_Barrier");
}

void Communicator::sleep_until_all() const {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Ibarrier(handle_, &request), "MPI_Ibarrier");
    for (auto nap = shortest_nap;; nap = std::min(2 * nap, longest_nap)) {
        int complete = 0;
        check_mpi(MPI_Test(&request, &complete, MPI_STATUS_IGNORE), "MPI_Test");
        if (complete != 0) return;
        std::this_thread::sleep_for(nap);
    }
}

bool mpi_is_active() noexcept {
    int initialized = 0;
    int finalized = 0;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    return initialized != 0 && finalized == 0;
}

} // namespace tessera
