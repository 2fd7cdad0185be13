// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads the memory of other processes on the node, if the system permits.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tessera {

/// Bytes to copy from an address in another process to an address in this one. bytes >= 1.
struct RemoteRead {
    std::uintptr_t there = 0;
    std::byte* here = nullptr;
    Index bytes = 0;
};

/// Cross-memory attach (process_vm_readv of Linux): the kernel copies from one process's memory to another's, without shared
/// memory. Containers and hardened systems forbid it, so the constructor tries it first.
class NodeProcesses {
  public:
    /// Collective over `node`, the ranks on one machine. Every rank reads a number from every other; all agree on the outcome.
    explicit NodeProcesses(Communicator const& node);

    /// Returns why ranks on the node cannot read each other's memory, in the same words on all of them. Empty if they can.
    [[nodiscard]] std::optional<std::string> const& refusal() const { return refusal_; }

    /// Copies the pieces from the memory of a rank of the node. That rank must not change them meanwhile. Precondition: no
    /// refusal. Throws std::system_error if the process is gone or an address is not valid in it.
    void read(Rank node_rank, std::span<RemoteRead const> pieces) const;

  private:
    std::vector<pid_t> processes_; // by rank of the node
    std::optional<std::string> refusal_;
};

} // namespace tessera
