// SPDX-License-Identifier: BSD-3-Clause
// Tessera: memory that the ranks of a node share.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <mpi.h>
#include <vector>

namespace tessera {

/// A piece of memory of each rank of a node, which all of them can read and write in place. Zeroed; aligned for any element.
/// Move-only; freed collectively by its destructor, unless MPI is already finalized.
class NodeMemory {
  public:
    NodeMemory() = default;
    /// Collective over `node`, ranks that share memory. `bytes` of this rank; they may differ. Throws MpiError where the system has
    /// no room for it.
    NodeMemory(Comm const& node, Index bytes);
    /// Memory of this rank alone, where the node has no room for what is shared (has_shared_room).
    [[nodiscard]] static NodeMemory apart(Index bytes);
    NodeMemory(NodeMemory&& other) noexcept;
    NodeMemory& operator=(NodeMemory&& other) noexcept;
    ~NodeMemory();

    [[nodiscard]] std::byte* data() { return data_; }
    [[nodiscard]] std::byte const* data() const { return data_; }
    [[nodiscard]] Index size() const { return size_; }
    /// Do other ranks see it?
    [[nodiscard]] bool is_shared() const { return window_ != MPI_WIN_NULL; }
    /// Where the piece of a rank of the node begins, as this process sees it. Precondition: is_shared().
    [[nodiscard]] std::byte const* of(Rank node_rank) const { return pieces_[as_size(node_rank)]; }

    /// Between it and a barrier of the node, before or after: what one rank wrote before, others read behind.
    void sync() const;

  private:
    void release() noexcept;

    MPI_Win window_ = MPI_WIN_NULL;
    Buffer own_; // of memory that is not shared
    std::byte* data_ = nullptr;
    Index size_ = 0;
    std::vector<std::byte const*> pieces_;
};

/// Has every node room for pieces of so many bytes (of this rank), where Open MPI keeps them: in /dev/shm, or in the directory that
/// OMPI_MCA_osc_sm_backing_directory names? Containers often have little. Collective; every rank gets the answer.
[[nodiscard]] bool has_shared_room(Comm const& comm, Index bytes);

} // namespace tessera
