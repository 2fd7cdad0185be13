// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a team of ranks on one node, where one rank works with threads on the processors of all.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <sched.h>

namespace tessera {

/// A team of ranks on one node. Threads of one rank share its memory and the data it has read; ranks do not. So the first rank
/// of each team works, on the processors of all members. The others sleep and leave it their processors. A node with many
/// ranks has several teams, because threads cannot do all of a rank's work. Rank 0 always works.
class RankTeam {
  public:
    static constexpr int most_members = 8;

    /// Collective over `world`.
    explicit RankTeam(Communicator const& world);
    RankTeam(RankTeam const&) = delete;
    RankTeam& operator=(RankTeam const&) = delete;
    ~RankTeam(); ///< gives a working rank its own processors back

    [[nodiscard]] bool works() const { return members_.rank() == 0; }
    /// Communicator of the working ranks, in the order of their numbers. On a resting rank: the resting ranks.
    [[nodiscard]] Communicator const& working_ranks() const { return working_ranks_; }

    // For working ranks:
    /// Returns whether a member of the team was asked to stop. Not collective.
    [[nodiscard]] bool stop_requested();
    /// Ends rest() of the other members, which returns `number`. Call it once; do not call stop_requested() afterwards.
    void wake(int number);

    // For resting ranks:
    /// Sleeps until dismissed and returns the number. Meanwhile it calls `asked` and reports the first yes to the working
    /// rank.
    [[nodiscard]] int rest(std::function<bool()> const& asked);

  private:
    Communicator members_; // the ranks of this team
    Communicator working_ranks_;
    cpu_set_t own_{}; // the processors that the system gave this rank
    int told_ = 0;    // number of stop messages that this rank has received or sent
};

} // namespace tessera
