// SPDX-License-Identifier: BSD-3-Clause
// Tessera: memory that the ranks on a node share.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// One block of memory per rank on a node, which all these ranks can read and write in place. Zeroed, aligned for any element.
/// Move-only. The destructor is not collective: other ranks keep their access until they destroy theirs.
class NodeMemory {
  public:
    NodeMemory() = default;
    /// Collective over `node`, ranks that share memory. `bytes` is the size of this rank's block; sizes may differ. Throws
    /// std::system_error on all these ranks if the system has no room for it, and MpiError.
    NodeMemory(Communicator const& node, Index bytes);
    /// Returns memory for this rank alone, for a node without room for shared memory (fits_shared_memory).
    [[nodiscard]] static NodeMemory apart(Index bytes);
    NodeMemory(NodeMemory&& other) noexcept;
    NodeMemory& operator=(NodeMemory&& other) noexcept;
    ~NodeMemory();

    [[nodiscard]] std::byte* data() { return data_; }
    [[nodiscard]] std::byte const* data() const { return data_; }
    [[nodiscard]] Index size() const { return size_; }
    /// Returns whether other ranks can access the memory.
    [[nodiscard]] bool is_shared() const { return !mapping_.empty(); }
    /// Returns the address of another rank's block in this process. `node_rank` is the rank in `node`. Precondition:
    /// is_shared().
    [[nodiscard]] std::byte const* of(Rank node_rank) const { return pieces_[as_size(node_rank)]; }

    /// Makes writes before a barrier of the node visible to reads after it. The writer calls this before the barrier, the
    /// reader after it.
    void sync() const { std::atomic_thread_fence(std::memory_order_seq_cst); }

  private:
    void release() noexcept;

    std::span<std::byte> mapping_; // of all ranks' blocks; empty: not shared
    Buffer own_;                   // the memory if it is not shared
    std::byte* data_ = nullptr;
    Index size_ = 0;
    std::vector<std::byte const*> pieces_;
};

/// Returns whether every node has room for the blocks (`bytes` is the size of this rank's block). They are in /dev/shm or in
/// the folder that the environment variable TESSERA_SHARED_MEMORY names. Containers often have little room there. Collective;
/// all ranks get the same answer.
[[nodiscard]] bool fits_shared_memory(Communicator const& comm, Index bytes);

} // namespace tessera
