// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the processes of a node, whose memory the system may let us read.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tessera {

/// So many bytes at an address of another process, and where they go in this one. bytes >= 1.
struct ForeignPiece {
    std::uintptr_t there = 0;
    std::byte* here = nullptr;
    Index bytes = 0;
};

/// Cross-memory attach (process_vm_readv of Linux): the kernel copies from the memory of one process into that of another, with no
/// memory shared between them beforehand. Containers and hardened systems forbid it, so it is tried before it is relied on.
class NodeProcesses {
  public:
    /// Collective over `node`, ranks of one machine: every rank reads a number from every other, and all agree on the outcome.
    explicit NodeProcesses(Comm const& node);

    /// Why ranks of the node cannot read each other's memory, the same words for all of them; nothing: they can.
    [[nodiscard]] std::optional<std::string> const& refusal() const { return refusal_; }

    /// Copies the pieces from the memory of a rank of the node, which leaves them as they are meanwhile.
    /// Precondition: no refusal. Throws std::system_error where the process is gone or an address is not its.
    void read(Rank node_rank, std::span<ForeignPiece const> pieces) const;

  private:
    std::vector<pid_t> processes_; // by rank of the node
    std::optional<std::string> refusal_;
};

} // namespace tessera
