// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the processes of the other ranks of a node, and whether they run.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <cstdint>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace tessera {

/// A rank's process. Numbers of processes are used again; with the time of its start a process is the only one.
struct RankProcess {
    Rank rank;
    pid_t number;
    std::uint64_t started; ///< ticks after the start of the system
};

/// When it started, as RankProcess says it. Nothing where there is no such process, or the system does not say.
[[nodiscard]] std::optional<std::uint64_t> process_start(pid_t process);

/// A debugger's stop is none.
enum class ProcessState { Runs, Stopped, Ended };

/// Of a process of this node, as the system says.
[[nodiscard]] ProcessState state_of(RankProcess const& process);

/// MPI waits for a rank that is stopped or has ended for ever. The system says of the ranks of this node whether they are.
class NodeNeighbours {
  public:
    /// Collective over `all`.
    explicit NodeNeighbours(Comm const& all);

    /// The lowest rank of this node that is stopped now.
    [[nodiscard]] std::optional<RankProcess> find_stopped() const;
    /// The rank of this node that comes after this one, the first after the last; nothing where this one is alone on its node.
    [[nodiscard]] std::optional<RankProcess> next() const;

  private:
    Rank own_rank_;
    std::vector<RankProcess> others_; // whose state this process may see, in the order of their ranks
};

} // namespace tessera
