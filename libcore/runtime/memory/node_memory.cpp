// SPDX-License-Identifier: BSD-3-Clause
// Tessera: memory that the ranks on a node share.
#include "libcore/runtime/memory/node_memory.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sys/statvfs.h>
#include <utility>

namespace tessera {

namespace {

/// Makes each rank's block begin on its own page, which the rank touches first.
MPI_Info pieces_apart() {
    MPI_Info info = MPI_INFO_NULL;
    check_mpi(MPI_Info_create(&info), "MPI_Info_create");
    check_mpi(MPI_Info_set(info, "alloc_shared_noncontig", "true"), "MPI_Info_set");
    return info;
}

/// Returns the free bytes of the directory's file system. Empty if the system does not tell.
std::optional<Index> free_bytes(char const* directory) {
    struct statvfs found {};
    if (statvfs(directory, &found) != 0) return std::nullopt;
    return static_cast<Index>(found.f_bavail) * static_cast<Index>(found.f_frsize);
}

} // namespace

bool fits_shared_memory(Communicator const& comm, Index bytes) {
    Communicator const node = comm.split_by_node();
    Index const wanted = all_sum(node, bytes);
    char const* const named = std::getenv("OMPI_MCA_osc_sm_backing_directory");
    auto const there = free_bytes(named != nullptr ? named : "/dev/shm");
    return on_all(comm, !there || wanted <= *there);
}

NodeMemory::NodeMemory(Communicator const& node, Index bytes) : size_(bytes), pieces_(as_size(node.size())) {
    MPI_Info info = pieces_apart();
    void* mine = nullptr;
    check_mpi(MPI_Win_allocate_shared(std::max<MPI_Aint>(bytes, 1), 1, info, node.handle(), &mine, &window_),
              "MPI_Win_allocate_shared");
    check_mpi(MPI_Info_free(&info), "MPI_Info_free");
    check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
    data_ = static_cast<std::byte*>(mine);
    for (Rank rank = 0; rank < node.size(); ++rank) {
        MPI_Aint size = 0;
        int unit = 0;
        void* begin = nullptr;
        check_mpi(MPI_Win_shared_query(window_, rank, &size, &unit, &begin), "MPI_Win_shared_query");
        pieces_[as_size(rank)] = static_cast<std::byte const*>(begin);
    }
    std::memset(data_, 0, as_size(bytes));
}

NodeMemory NodeMemory::apart(Index bytes) {
    NodeMemory memory;
    memory.own_ = Buffer(bytes);
    memory.own_.clear();
    memory.data_ = memory.own_.data();
    memory.size_ = bytes;
    return memory;
}

NodeMemory::NodeMemory(NodeMemory&& other) noexcept
    : window_(std::exchange(other.window_, MPI_WIN_NULL)), own_(std::move(other.own_)), data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)), pieces_(std::move(other.pieces_)) {}

NodeMemory& NodeMemory::operator=(NodeMemory&& other) noexcept {
    if (this == &other) return *this;
    release();
    window_ = std::exchange(other.window_, MPI_WIN_NULL);
    own_ = std::move(other.own_);
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    pieces_ = std::move(other.pieces_);
    return *this;
}

NodeMemory::~NodeMemory() {
    release();
}

void NodeMemory::release() noexcept {
    if (window_ == MPI_WIN_NULL || !mpi_is_active()) return;
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
}

void NodeMemory::sync() const {
    check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
}

} // namespace tessera
