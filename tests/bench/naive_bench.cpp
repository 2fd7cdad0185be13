// SPDX-License-Identifier: BSD-3-Clause
// Tessera: runtime resolution (method naive) beside the same loops written by hand, the loops of its first version, which allocated
// for each element, and plans. Prints millions of elements a second.
//
// Usage: local-mpirun -n 4 naive_bench [ROUNDS]
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/move/runtime_resolution.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/beside.hpp"
#include "tests/bench/by_hand.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::bench;

namespace {

Mapping dealt(int elements, int block) {
    MappingSpec spec;
    spec.array.type = {"int32", 4};
    spec.array.extents = {elements};
    spec.array.lower = {0};
    spec.formats = {DistFormat::cyclic(block)};
    spec.processors.lower = {0};
    spec.processors.extents = {Communicator::world().size()};
    return Mapping::make(spec).value();
}

/// cyclic(x) to cyclic(y) as a programmer writes it in a few lines.
class PlainLoops {
  public:
    PlainLoops(int x, int y, int here, int there) : x_(x), y_(y), here_(here), there_(there) {}

    void execute(int const* source, int* target) const {
        auto const ranks = as_size(ranks_);
        std::vector<int> send_counts(ranks, 0), receive_counts(ranks, 0), send_begins(ranks, 0), receive_begins(ranks, 0);
        std::vector<int> to(as_size(here_)), from(as_size(there_));
        for (int l = 0; l < here_; ++l) ++send_counts[as_size(to[as_size(l)] = owner(l, x_, y_))];
        for (int l = 0; l < there_; ++l) ++receive_counts[as_size(from[as_size(l)] = owner(l, y_, x_))];
        std::exclusive_scan(send_counts.begin(), send_counts.end(), send_begins.begin(), 0);
        std::exclusive_scan(receive_counts.begin(), receive_counts.end(), receive_begins.begin(), 0);
        std::vector<int> out(as_size(here_)), in(as_size(there_));
        auto next = send_begins;
        for (int l = 0; l < here_; ++l) out[as_size(next[as_size(to[as_size(l)])]++)] = source[l];
        MPI_Alltoallv(out.data(), send_counts.data(), send_begins.data(), MPI_INT, in.data(), receive_counts.data(),
                      receive_begins.data(), MPI_INT, MPI_COMM_WORLD);
        next = receive_begins;
        for (int l = 0; l < there_; ++l) target[l] = in[as_size(next[as_size(from[as_size(l)])]++)];
    }

  private:
    /// The rank that holds local element l of cyclic(mine) in cyclic(theirs).
    [[nodiscard]] int owner(int l, int mine, int theirs) const {
        int const index = (l / mine * ranks_ + me_) * mine + l % mine;
        return index / theirs % ranks_;
    }

    int x_, y_, here_, there_;
    int ranks_ = Communicator::world().size();
    int me_ = Communicator::world().rank();
};

/// The owners of all elements of this rank's part, as the first version of method naive looked them up. Returns a sum of ranks.
long allocating_lookups(Mapping const& from, Mapping const& to) {
    long sum = 0;
    LocalLayout const layout(from, Communicator::world().rank());
    layout.owned().for_each([&](std::span<Index const> point) {
        Extents const index(point.begin(), point.end());

        for (Owner const& owner : to.owners(index)) sum += owner.rank;
        sum += layout.offset(layout.global_to_local(index).value());
    });
    return sum;
}

void print_line(std::string const& name, int elements, std::vector<Contender> const& all) {
    if (Communicator::world().rank() != 0) return;
    std::printf("%-28s %9d", name.c_str(), elements);
    for (Contender const& each : all) std::printf("  %s %.1f", each.name, elements / each.median() * 1e-6);
    std::printf("\n");
}

void compare(int elements, int x, int y, int rounds) {
    Mapping const from = dealt(elements, x);
    Mapping const to = dealt(elements, y);
    RedistPlan const plan = RedistPlan::make(from, to).value();
    Rank const me = Communicator::world().rank();
    Index const here = from.owned_count(me);
    Index const there = to.owned_count(me);
    Buffer source(here * 4), theirs(there * 4), ours(there * 4);
    auto* const numbers = reinterpret_cast<int*>(source.data());
    for (Index i = 0; i < here; ++i) numbers[i] = static_cast<int>(i * 7 + me);
    PlainLoops const plain(x, y, static_cast<int>(here), static_cast<int>(there));
    auto const naive = RuntimeResolution::make(plan, MPI_COMM_WORLD).value();
    auto const planned_once = [&] {
        return Redistributor::make(MultiPlan::make({RedistPlan::make(from, to).value()}).value(), MPI_COMM_WORLD,
                                   {.transport = Transport::PointToPoint})
            .value();
    };
    auto kept = planned_once();
    long volatile seen = 0;
    std::vector<Contender> contenders{
        {"plain", [&] { plain.execute(numbers, reinterpret_cast<int*>(theirs.data())); }},
        {"naive", [&] { naive.execute(source.data(), ours.data()); }, &ours},
        {"allocating", [&] { seen = seen + allocating_lookups(from, to) + allocating_lookups(to, from); }},
        {"planned", [&] { planned_once().execute(source.data(), ours.data()); }, &ours},
        {"kept", [&] { kept.execute(source.data(), ours.data()); }, &ours},
    };
    std::string const name = "cyclic(" + std::to_string(x) + ") to cyclic(" + std::to_string(y) + ")";
    measure(contenders, theirs, ours, name, rounds);
    print_line(name, elements, contenders);
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const rounds = argc > 1 ? std::atoi(argv[1]) : 11;
    if (Communicator::world().rank() == 0)
        std::printf("Millions of elements a second, medians of %d rounds on %d ranks. allocating: owners alone, no messages\n",
                    rounds, Communicator::world().size());
    for (int const elements : {1 << 14, 1 << 17, 1 << 20}) {
        compare(elements, 11, 3, rounds);
        compare(elements, 15, 10, rounds);
        compare(elements, 4, 1, rounds);
    }
}
