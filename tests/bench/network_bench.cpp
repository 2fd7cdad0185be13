// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long it takes to route all messages of all steps of large all-to-alls and to count the loads of the links.
#include "libcore/network/cost.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>

using namespace tessera;

namespace {

/// Thakur's f(i) for every step.
void loads_of_all_steps(benchmark::State& state, char const* algorithm, char const* network) {
    auto const topology = make_topology(network).value();
    int const ranks = topology->nodes();
    auto const schedule = make_schedule(algorithm, MessageSet::all_to_all(ranks, 1024).value()).value();
    auto const placement = Placement::row_major(ranks);
    double largest = 0;
    Index hops = 0;
    for (auto _ : state) {
        hops = 0;
        LoadCounter counter(*topology, placement);
        for (int step = 0; step < schedule->steps(); ++step) {
            StepLoads const& loads = counter.count(*schedule, step);
            largest = std::max(largest, loads.max_load);
            hops += loads.hops;
        }
    }
    state.counters["messages"] = static_cast<double>(schedule->messages().messages());
    state.counters["hops"] = static_cast<double>(hops);
    state.counters["largest_load"] = largest;
}

/// The median of several runs is printed.
void in_milliseconds(benchmark::internal::Benchmark* benchmark) {
    benchmark->Unit(benchmark::kMillisecond)->Repetitions(9)->DisplayAggregatesOnly(true);
}

} // namespace

BENCHMARK_CAPTURE(loads_of_all_steps, pex_mesh_32x32, "pex", "mesh(32,32)")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(loads_of_all_steps, gen_mesh_32x32, "gen", "mesh(32,32)")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(loads_of_all_steps, pex_torus_8x8x16, "pex", "torus(8,8,16)")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(loads_of_all_steps, pex_fat_tree_1024, "pex", "fattree(4,5)")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(loads_of_all_steps, pex_cm5_1024, "pex", "cm5(1024)")->Apply(in_milliseconds);
BENCHMARK_CAPTURE(loads_of_all_steps, pex_dragonfly_1024, "pex", "dragonfly(16,8,8)")->Apply(in_milliseconds);
