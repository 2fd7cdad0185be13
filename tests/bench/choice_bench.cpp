// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long `auto` takes to choose among 4096 ranks; it must stay under 10 ms.
#include "libcore/network/choice.hpp"

#include <benchmark/benchmark.h>
#include <numeric>
#include <string>
#include <vector>

using namespace tessera;

namespace {

constexpr int ranks = 4096;
constexpr char const* nets[] = {"mesh(64,64)", "torus(16,16,16)", "hypercube(12)", "cm5(4096)", "fattree(8,4)", "crossbar(4096)"};

Machine machine() {
    Machine made;
    made.name = "bench";
    made.protocols = {{0, 75e-6, 0.35e-6, 0.35e-6, 0.35e-6, 0.175e-6}, {1536, 150e-6, 0.2e-6, 0.2e-6, 0.2e-6, 0.1e-6}};
    return made;
}

/// Each rank sends to `degree` others, near and far, messages of many lengths.
MessageSet irregular(int degree) {
    std::vector<MessageSet::Triple> triples;
    for (int from = 0; from < ranks; ++from)
        for (int i = 1; i <= degree; ++i)
            triples.push_back({from, (from + 37 * i + from % 3) % ranks, 100 + (Index{from} * 7919 + i * 104729) % 4096});
    std::vector<Rank> all(ranks);
    std::iota(all.begin(), all.end(), 0);
    return MessageSet::of(triples, all).value();
}

void choose(benchmark::State& state, MessageSet const& messages) {
    auto const net = make_topology(nets[state.range(0)]).value();
    Placement const placement = Placement::row_major(ranks);
    Machine const rates = machine();
    for (auto _ : state) benchmark::DoNotOptimize(choose_algorithm(messages, Site::borrowed(*net, placement, &rates)));
    state.SetLabel(nets[state.range(0)]);
}

void all_to_all(benchmark::State& state) {
    choose(state, MessageSet::all_to_all(ranks, state.range(1)).value());
}

void sparse(benchmark::State& state) {
    choose(state, irregular(static_cast<int>(state.range(1))));
}

BENCHMARK(all_to_all)->ArgsProduct({{0, 1, 2, 3, 4, 5}, {16, 4096}})->Unit(benchmark::kMillisecond);
BENCHMARK(sparse)->ArgsProduct({{0, 1, 2, 3, 4, 5}, {8, 64}})->Unit(benchmark::kMillisecond);

} // namespace
