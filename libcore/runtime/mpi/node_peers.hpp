// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the processes of the other ranks on a node, and whether they run.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

#include <cstdint>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace tessera {

/// The process of a rank. The system reuses process numbers, so the start time makes it unique.
struct RankProcess {
    Rank rank;
    pid_t number;
    std::uint64_t started; ///< ticks after the start of the system
};

/// Returns the start time of a process, in the unit of RankProcess. Empty if there is no such process or the system does not
/// tell.
[[nodiscard]] std::optional<std::uint64_t> process_start(pid_t process);

/// State of a process. A process that a debugger has stopped counts as running.
enum class ProcessState { Runs, Stopped, Ended };

/// Returns the state of a process on this node, read from /proc.
[[nodiscard]] ProcessState state_of(RankProcess const& process);

/// The processes of the other ranks on this node. MPI waits forever for a rank that is stopped or has ended; the system knows
/// its state.
class NodePeers {
  public:
    /// Collective over `all`.
    explicit NodePeers(Communicator const& all);

    /// Returns the lowest rank on this node that is stopped now.
    [[nodiscard]] std::optional<RankProcess> find_stopped() const;
    /// Returns the next rank on this node; the first follows the last. Empty if this rank is alone on its node.
    [[nodiscard]] std::optional<RankProcess> next() const;

  private:
    Rank own_rank_;
    std::vector<RankProcess> others_; // only those with a readable state, in the order of their ranks
};

} // namespace tessera
