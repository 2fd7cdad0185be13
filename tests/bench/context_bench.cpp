// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work on the active elements of contexts, beside the loop that a programmer writes by hand.
#include "libcore/comm/context/context_places.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/spec/parse.hpp"

#include <benchmark/benchmark.h>
#include <vector>

using namespace tessera;

namespace {

constexpr Index side = 1000;

Mapping whole_square() {
    Job const job = parse_compact({{"double A[1000][1000]"}, "(block,*) onto P(1)", "", {}}, {1, nullptr}).value();
    return Mapping::make(job.arrays[0].states[0]).value();
}

/// The red points of a chessboard, by hand.
void red_by_hand(benchmark::State& state) {
    std::vector<double> values(as_size(side * side), 1.0);
    for ([[maybe_unused]] auto const& repetition : state) {
        for (Index i = 0; i < side; ++i)
            for (Index j = i % 2; j < side; j += 2) values[as_size(i * side + j)] *= 1.0001;
        benchmark::DoNotOptimize(values.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * side * side / 2);
}

void in_context(benchmark::State& state, char const* condition) {
    Mapping const mapping = whole_square();
    LocalLayout const layout(mapping, 0);
    Context const active = Mask::parse(condition, mapping.array()).value().context(mapping, 0);
    std::vector<double> values(as_size(side * side), 1.0);
    for ([[maybe_unused]] auto const& repetition : state) {
        for_each_contiguous_run(active, layout, [&](Index, Index offset, Index count) {
            for (Index k = 0; k < count; ++k) values[as_size(offset + k)] *= 1.0001;
        });
        benchmark::DoNotOptimize(values.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * active.active());
}

} // namespace

BENCHMARK(red_by_hand);
BENCHMARK_CAPTURE(in_context, red, "(i + j) % 2 == 0");
BENCHMARK_CAPTURE(in_context, tiles_of_two, "(i / 2 + j / 2) % 2 == 0");
BENCHMARK_CAPTURE(in_context, every_third, "(i + j) % 3 == 0");
