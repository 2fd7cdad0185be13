// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks of a launch are stopped processes of this node.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <chrono>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace tessera {

/// MPI waits for a stopped rank for ever. The system says of the ranks of this node whether they are; a debugger's stop is none.
class ProcessWatch {
  public:
    struct Stopped {
        Rank rank;
        pid_t process;
    };

    /// Collective over `all`.
    explicit ProcessWatch(Comm const& all);

    /// The lowest rank of this node that is stopped now.
    [[nodiscard]] std::optional<Stopped> find_stopped() const;

  private:
    std::vector<Stopped> neighbours_; // all others of this node
};

/// Is it under SIGSTOP or the like? False where the system does not say.
[[nodiscard]] bool is_stopped(pid_t process);

} // namespace tessera
