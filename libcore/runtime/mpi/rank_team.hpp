// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ranks of one node of which one works, with threads on the processors of all.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <sched.h>

namespace tessera {

/// Threads of one rank share what it has read, and its memory; ranks do not. So where threads can do the work the first rank of
/// each team works, on the processors of all its members, and these rest: they sleep, and leave their processors to it. A node has
/// several teams where it has many ranks, as not all of a rank's work is done by threads. Rank 0 works.
class RankTeam {
  public:
    static constexpr int most_members = 8;

    /// Collective over `world`.
    explicit RankTeam(Comm const& world);
    RankTeam(RankTeam const&) = delete;
    RankTeam& operator=(RankTeam const&) = delete;
    ~RankTeam(); ///< whoever worked is back on its own processors

    [[nodiscard]] bool works() const { return members_.rank() == 0; }
    /// The ranks that work, in the order of their numbers; on one that rests, those that do.
    [[nodiscard]] Comm const& colleagues() const { return colleagues_; }

    // On whoever works:
    /// Was a member of its team asked to stop? Not collective.
    [[nodiscard]] bool heard();
    /// The others go on: they get this number. Once, with nothing to be heard afterwards.
    void dismiss(int number);

    // On whoever rests:
    /// Until it is dismissed; returns the number. Meanwhile it asks `asked`, and tells who works of a yes.
    [[nodiscard]] int rest(std::function<bool()> const& asked);

  private:
    Comm members_; // of this team
    Comm colleagues_;
    cpu_set_t own_{}; // the processors that this rank was given
    int told_ = 0;    // messages that this rank has heard, or sent
};

} // namespace tessera
