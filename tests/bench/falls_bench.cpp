// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the published FALLS intersections and PeriodicSet's, on the same pairs.
#include "libcore/sets/falls.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/sets/run_walk.hpp"
#include "tests/property/falls_oracle.hpp"

#include <array>
#include <benchmark/benchmark.h>

using namespace tessera;

namespace {

/// What coordinate 1 of `processors` owns of [0, extent), cut to complete blocks, as one FALLS.
Falls cyclic(Index extent, Index block, Index processors) {
    Index const period = block * processors;
    return {block, 2 * block - 1, period, extent / period};
}

struct Pair {
    char const* name;
    Index block_a, processors_a, block_b, processors_b;
};

/// Equal periods, one period a multiple of the other, coprime periods of a few and of many blocks, long blocks against short ones.
constexpr std::array<Pair, 5> pairs{{{"cyclic(3)/4 - cyclic(4)/3", 3, 4, 4, 3},
                                     {"cyclic(1)/4 - cyclic(64)/4", 1, 4, 64, 4},
                                     {"cyclic(3)/4 - cyclic(5)/7", 3, 4, 5, 7},
                                     {"cyclic(31)/32 - cyclic(37)/27", 31, 32, 37, 27},
                                     {"cyclic(1000)/16 - cyclic(3)/7", 1000, 16, 3, 7}}};

using Intersect = std::vector<Falls> (*)(Falls const&, Falls const&);

/// Arguments: which pair, and the extent.
template <Intersect intersect>
void falls(benchmark::State& state) {
    Pair const& pair = pairs[static_cast<std::size_t>(state.range(0))];
    Falls const a = cyclic(state.range(1), pair.block_a, pair.processors_a);
    Falls const b = cyclic(state.range(1), pair.block_b, pair.processors_b);
    std::size_t found = 0;
    for (auto _ : state) {
        auto const common = intersect(a, b);
        found = common.size();
        benchmark::DoNotOptimize(common.data());
    }
    state.SetLabel(pair.name);
    state.counters["falls"] = static_cast<double>(found);
}

void periodic_set(benchmark::State& state) {
    Pair const& pair = pairs[static_cast<std::size_t>(state.range(0))];
    auto const a = PeriodicSet::of_falls(cyclic(state.range(1), pair.block_a, pair.processors_a));
    auto const b = PeriodicSet::of_falls(cyclic(state.range(1), pair.block_b, pair.processors_b));
    std::size_t runs = 0;
    for (auto _ : state) {
        auto const common = intersection(a, b);
        runs = common.runs().size();
        benchmark::DoNotOptimize(runs);
    }
    state.SetLabel(pair.name);
    state.counters["runs"] = static_cast<double>(runs);
}

void boolean(benchmark::State& state) {
    Pair const& pair = pairs[static_cast<std::size_t>(state.range(0))];
    Falls const a = cyclic(state.range(1), pair.block_a, pair.processors_a);
    Falls const b = cyclic(state.range(1), pair.block_b, pair.processors_b);
    for (auto _ : state) benchmark::DoNotOptimize(intersects(a, b));
    state.SetLabel(pair.name);
}

/// Brute force walks the extent, so it gets the small one only.
void small(benchmark::internal::Benchmark* bench) {
    bench->ArgsProduct({{0, 1, 2, 3, 4}, {1 << 16}});
}
void small_and_large(benchmark::internal::Benchmark* bench) {
    bench->ArgsProduct({{0, 1, 2, 3, 4}, {1 << 16, Index{1} << 40}});
}

BENCHMARK(falls<oracle::intersect_every_pair>)->Name("figure_7")->Apply(small)->Unit(benchmark::kMicrosecond);
BENCHMARK(falls<intersect_pruned>)->Name("figure_11")->Apply(small_and_large)->Unit(benchmark::kMicrosecond);
BENCHMARK(periodic_set)->Apply(small_and_large)->Unit(benchmark::kMicrosecond);
BENCHMARK(boolean)->Apply(small_and_large)->Unit(benchmark::kMicrosecond);

/// One run after the other, by RunWalk and by asking the set each time. Argument: the length of the runs.
void run_walk(benchmark::State& state) {
    auto const set = PeriodicSet::of_falls(cyclic(1 << 20, state.range(0), 4));
    Index runs = 0;
    for (auto _ : state)
        for (RunWalk walk(set); !walk.done(); walk.next(), ++runs) benchmark::DoNotOptimize(walk.run().begin);
    state.SetItemsProcessed(runs);
}

void run_from(benchmark::State& state) {
    auto const set = PeriodicSet::of_falls(cyclic(1 << 20, state.range(0), 4));
    Index runs = 0;
    for (auto _ : state)
        for (auto run = set.run_from(0); run; run = set.run_from(run->end), ++runs) benchmark::DoNotOptimize(run->begin);
    state.SetItemsProcessed(runs);
}

BENCHMARK(run_walk)->Arg(1)->Arg(64);
BENCHMARK(run_from)->Arg(1)->Arg(64);

} // namespace
