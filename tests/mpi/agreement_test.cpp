// SPDX-License-Identifier: BSD-3-Clause
// Tessera: failures on some ranks become the same failure on all, and no rank waits for ever.
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/stop_flag.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <new>
#include <rapidcheck.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

enum class Fate { Fine, BadInput, Failure, NoMemory };

Result<void> meet(Fate fate, Rank rank) {
    if (fate == Fate::BadInput) return fail("input of rank " + std::to_string(rank));
    if (fate == Fate::Failure) throw std::runtime_error("disk of rank " + std::to_string(rank));
    if (fate == Fate::NoMemory) throw std::bad_alloc();
    return {};
}

std::vector<Fate> random_fates() {
    std::vector<Fate> fates(static_cast<std::size_t>(job_size()), Fate::Fine);
    for (Fate& fate : fates) {
        if (one_in(3)) fate = *rc::gen::element(Fate::BadInput, Fate::Failure, Fate::NoMemory);
    }
    return fates;
}

/// What together() did on this rank, in words.
std::string outcome(Communicator const& world, Fate mine) {
    try {
        auto const result = together(world, [&] { return meet(mine, world.rank()); });
        return result ? "fine" : "error: " + result.error().message;
    } catch (AgreedFailure const& failure) {
        return std::string("failure: ") + failure.what();
    }
}

/// The worst fate decides, then the lowest rank; a failure that is not everybody's names its rank.
std::string expected_outcome(std::vector<Fate> const& fates) {
    auto const failed = [](Fate fate) { return fate == Fate::Failure || fate == Fate::NoMemory; };
    if (auto const first = std::ranges::find_if(fates, failed); first != fates.end()) {
        auto const rank = std::to_string(first - fates.begin());
        std::string const what = *first == Fate::NoMemory ? "out of memory" : "disk of rank " + rank;
        return "failure: " + (std::ranges::all_of(fates, failed) ? what : "rank " + rank + ": " + what);
    }
    auto const first = std::ranges::find(fates, Fate::BadInput);
    return first == fates.end() ? "fine" : "error: input of rank " + std::to_string(first - fates.begin());
}

void all_ranks_agree() {
    Communicator const world = Communicator::world();
    auto const fates = random_fates();
    std::string const mine = outcome(world, fates[static_cast<std::size_t>(world.rank())]);
    RC_ASSERT(everywhere(mine == expected_outcome(fates)));
}

/// An error with a place keeps its caret on its way to the other ranks.
void places_travel() {
    Communicator const world = Communicator::world();
    Rank const bad = static_cast<Rank>(between(0, world.size() - 1));
    auto const result = together(world, [&]() -> Result<void> {
        if (world.rank() != bad) return {};
        return tl::unexpected(Error{"no such word", SourceLocation{"a.hpf", 3, 5, 2, "    xx"}});
    });
    RC_ASSERT(everywhere(!result && result.error().message == "a.hpf:3:5: no such word\n      xx\n      ^~"));
}

/// Some ranks are asked to stop, each after some turns of its own; the others go on until they hear of it, in vain where nobody is
/// asked. Messages of another bell would be heard in a later case, in which nobody is asked.
void all_ranks_see_the_stop_flag() {
    Communicator const world = Communicator::world();
    constexpr int never = 1 << 30;
    constexpr int vain_turns = 100;
    std::vector<int> asked_after(static_cast<std::size_t>(world.size()), never);
    for (int& turns : asked_after)
        if (one_in(4)) turns = static_cast<int>(between(0, 50));
    bool const any = std::ranges::find_if(asked_after, [](int turns) { return turns != never; }) != asked_after.end();
    int turn = 0;
    StopFlag stop_flag(world, [&] { return turn >= asked_after[static_cast<std::size_t>(world.rank())]; });
    while (!stop_flag.stop_requested() && turn < (any ? never : vain_turns)) ++turn;
    bool const stop_requested = stop_flag.stop_requested();
    bool const agreed = stop_flag.agreed();
    RC_ASSERT(everywhere(stop_requested == any && agreed == any && stop_flag.agreed() == any));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    try_many_cases("seed=5 max_success=100");
    return exit_code({rc::check("all ranks agree", all_ranks_agree), rc::check("places travel", places_travel),
                      rc::check("all hear the bell", all_ranks_see_the_stop_flag)});
}
