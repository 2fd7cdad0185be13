// SPDX-License-Identifier: BSD-3-Clause
// Tessera: threads that share work do each item once, at the same time, and tell of the first that fails.
#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/side_by_side.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <rapidcheck.h>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

constexpr Index much = Index{1} << 20; // bytes that are worth a thread

/// Also of no items, and of fewer than there are threads.
void each_item_is_done_once() {
    auto const threads = static_cast<int>(between(1, 9));
    Index const count = between(0, 40);
    std::vector<int> done(as_size(count), 0);
    std::vector<std::atomic<int>> busy(as_size(threads)); // items that a member has
    std::atomic<bool> wrong = false;
    side_by_side(threads, count, one_in(2) ? much : 1, [&](int member, Index item) {
        if (member < 0 || member >= threads || ++busy[as_size(member)] != 1) wrong = true;
        ++done[as_size(item)];
        --busy[as_size(member)];
    });
    RC_ASSERT(!wrong);
    RC_ASSERT(std::ranges::all_of(done, [](int times) { return times == 1; }));
}

void the_first_failure_is_told() {
    auto const threads = static_cast<int>(between(1, 9));
    Index const count = between(1, 40);
    std::set<Index> bad;
    for (Index k = between(1, 4); k > 0; --k) bad.insert(between(0, count - 1));
    std::vector<std::atomic<bool>> begun(as_size(count));
    std::string told;
    try {
        side_by_side(threads, count, much, [&](int, Index item) {
            begun[as_size(item)] = true;
            if (bad.contains(item)) throw std::runtime_error(std::to_string(item));
        });
    } catch (std::runtime_error const& failure) {
        told = failure.what();
    }
    RC_ASSERT(told == std::to_string(*bad.begin()));
    for (Index item = 0; item < *bad.begin(); ++item) RC_ASSERT(begun[as_size(item)].load());
}

/// Every thread waits for all others: they are there together.
bool threads_are_there_together() {
    constexpr int threads = 5;
    std::barrier<> all(threads);
    std::vector<std::thread::id> ids(threads);
    side_by_side(threads, threads, much, [&](int member, Index) {
        all.arrive_and_wait();
        ids[as_size(member)] = std::this_thread::get_id();
    });
    bool const alone = [&] {
        bool same = true;
        side_by_side(threads, threads, 1, [&](int, Index) { same = same && std::this_thread::get_id() == ids.front(); });
        return same;
    }();
    return ids.front() == std::this_thread::get_id() && std::set(ids.begin(), ids.end()).size() == threads && alone;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    try_many_cases("seed=1 max_success=300");
    bool const once = rc::check("each item is done once", each_item_is_done_once);
    bool const told = rc::check("the first failure is told", the_first_failure_is_told);
    return exit_code({once, told, threads_are_there_together()});
}
