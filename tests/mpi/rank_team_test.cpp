// SPDX-License-Identifier: BSD-3-Clause
// Tessera: of each team of a node's ranks the first works, on the processors of all, hears of signals, and dismisses the others.
#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/processors.hpp"
#include "libcore/runtime/mpi/rank_team.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <chrono>
#include <rapidcheck.h>
#include <sched.h>
#include <thread>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

Index first_of_team(Rank rank) {
    return rank / RankTeam::most_members * RankTeam::most_members;
}

/// Every rank of the test is on one node.
void the_first_of_each_team_works() {
    Communicator const world = Communicator::world();
    RankTeam const team(world);
    Index const teams = ceil_div(world.size(), RankTeam::most_members);
    bool const works = world.rank() == first_of_team(world.rank());
    bool const numbered = !works || team.working_ranks().rank() == world.rank() / RankTeam::most_members;
    RC_ASSERT(everywhere(team.works() == works && numbered && (!works || team.working_ranks().size() == teams)));
}

/// This rank on one processor, as launchers bind ranks; back on all of them at the end.
class Bound {
  public:
    explicit Bound(Rank rank) : before_(allowed_processors()) {
        std::vector<std::size_t> processors;
        for (std::size_t p = 0; p < CPU_SETSIZE; ++p)
            if (CPU_ISSET(p, &before_)) processors.push_back(p);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(processors[as_size(rank) % processors.size()], &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    ~Bound() { sched_setaffinity(0, sizeof before_, &before_); }
    Bound(Bound const&) = delete;
    Bound& operator=(Bound const&) = delete;

  private:
    cpu_set_t before_;
};

void whoever_works_has_the_processors_of_all() {
    Communicator const world = Communicator::world();
    cpu_set_t const before = allowed_processors();
    int const there = CPU_COUNT(&before);
    Bound const bound(world.rank());
    {
        RankTeam const team(world);
        Index const members = std::min<Index>(RankTeam::most_members, world.size() - first_of_team(world.rank()));
        cpu_set_t const mine = allowed_processors();
        Index const expected = team.works() ? std::min<Index>(members, there) : 1;
        RC_ASSERT(everywhere(CPU_COUNT(&mine) == expected));
    }
    cpu_set_t const after = allowed_processors();
    RC_ASSERT(everywhere(CPU_COUNT(&after) == 1));
}

/// Some of those that rest are asked to stop, some only when they are dismissed already. Whoever works hears of it in time, or
/// never.
void requests_to_stop_are_heard() {
    Communicator const world = Communicator::world();
    std::vector<bool> asked(as_size(world.size()));
    for (auto&& each : asked) each = one_in(6);
    bool const waits = one_in(2);
    auto const number = static_cast<int>(between(0, 100));
    RankTeam team(world);
    Index const first = first_of_team(world.rank());
    Index const end = std::min<Index>(first + RankTeam::most_members, world.size());
    bool any = false;
    for (Index rank = first + 1; rank < end; ++rank) any = any || asked[as_size(rank)];
    if (!team.works()) {
        int const got = team.rest([&] { return asked[as_size(world.rank())]; });
        RC_ASSERT(everywhere(got == number));
        return;
    }
    constexpr int most_looks = 2000;
    bool stop_requested = false;
    for (int look = 0; waits && !stop_requested && look < (any ? most_looks : 20); ++look) {
        stop_requested = team.stop_requested();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    team.wake(number);
    RC_ASSERT(everywhere(!waits || stop_requested == any));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    try_many_cases("seed=5 max_success=20");
    return exit_code({rc::check("the first of each team works", the_first_of_each_team_works),
                      rc::check("it has the processors of all", whoever_works_has_the_processors_of_all),
                      rc::check("requests to stop are heard", requests_to_stop_are_heard)});
}
