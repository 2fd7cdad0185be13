// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long it takes to make schedules of large message sets, to measure and to check them.
#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/quality.hpp"

#include <benchmark/benchmark.h>
#include <numeric>
#include <random>

using namespace tessera;

namespace {

/// `senders` senders to as many other receivers, everybody to everybody, each message of random size.
MessageSet full_set(int senders, Index max_bytes) {
    std::mt19937_64 random(1);
    std::vector<MessageSet::Triple> triples;
    for (int from = 0; from < senders; ++from)
        for (int to = 0; to < senders; ++to)
            triples.push_back({from, senders + to, 1 + static_cast<Index>(random() % static_cast<std::uint64_t>(max_bytes))});
    return MessageSet::of(triples).value();
}

/// Every rank sends to `degree` ranks drawn at random, messages of random size.
MessageSet random_set(int ranks, int degree, Index max_bytes) {
    std::mt19937_64 random(1);
    std::vector<MessageSet::Triple> triples;
    std::vector<int> order(static_cast<std::size_t>(ranks));
    std::iota(order.begin(), order.end(), 0);
    for (int from = 0; from < ranks; ++from) {
        for (int k = 0; k < degree; ++k) {
            auto const other = static_cast<std::size_t>(k) + random() % static_cast<std::uint64_t>(ranks - k);
            std::swap(order[static_cast<std::size_t>(k)], order[other]);
            triples.push_back({from, order[static_cast<std::size_t>(k)],
                               1 + static_cast<Index>(random() % static_cast<std::uint64_t>(max_bytes))});
        }
    }
    return MessageSet::of(triples).value();
}

Mapping cyclic(Index extent, Index block, Index processors) {
    MappingSpec spec;
    spec.array.lower = {1};
    spec.array.extents = {extent};
    spec.formats = {DistFormat::cyclic(block)};
    spec.processors = {"P", {1}, {processors}, {}, GridOrder::RowMajor};
    return Mapping::make(spec).value();
}

/// cyclic(24) on 4096 ranks to cyclic(40) on 3072 of them: about 40 messages a rank, of several lengths.
MultiPlan sparse_plan() {
    Index const extent = Index{1} << 24;
    return MultiPlan::make({RedistPlan::make(cyclic(extent, 24, 4096), cyclic(extent, 40, 3072)).value()}).value();
}

void report(benchmark::State& state, Schedule const& schedule) {
    ScheduleQuality const quality = quality_of(schedule);
    state.counters["messages"] = static_cast<double>(schedule.messages().messages());
    state.counters["degree"] = static_cast<double>(quality.max_degree);
    state.counters["steps"] = quality.steps;
    state.counters["cost_over_bound"] = static_cast<double>(quality.one_port_cost) / static_cast<double>(quality.lower_bound);
}

void schedule_of(benchmark::State& state, char const* algorithm, MessageSet const& messages) {
    std::shared_ptr<Schedule const> schedule;
    for (auto _ : state) schedule = make_schedule(algorithm, messages).value();
    report(state, *schedule);
}

/// From the two mappings to the schedule.
void sparse_redistribution(benchmark::State& state, char const* algorithm) {
    std::shared_ptr<Schedule const> schedule;
    for (auto _ : state) schedule = make_schedule(algorithm, MessageSet::of(sparse_plan()).value()).value();
    report(state, *schedule);
}

void validate_pex(benchmark::State& state) {
    auto const schedule = make_schedule("pex", MessageSet::all_to_all(1024, 64).value()).value();
    for (auto _ : state)
        if (!validate(*schedule)) state.SkipWithError("the schedule is wrong");
}

void quality_of_rex(benchmark::State& state) {
    auto const schedule = make_schedule("rex", MessageSet::all_to_all(1024, 64).value()).value();
    for (auto _ : state) benchmark::DoNotOptimize(quality_of(*schedule).max_memory);
}

} // namespace

BENCHMARK_CAPTURE(schedule_of, coloured_full_512_equal, "coloured", full_set(512, 1))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(schedule_of, coloured_full_512_random, "coloured", full_set(512, 1000000))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(schedule_of, coloured_random_4096x32, "coloured", random_set(4096, 32, 1000000))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(schedule_of, largest_first_full_512_random, "largest-first", full_set(512, 1000000))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(schedule_of, split_full_64_random, "split", full_set(64, 1000000))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(schedule_of, split_full_256_random, "split", full_set(256, 1000000))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(schedule_of, split_full_512_random, "split", full_set(512, 1000000))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(schedule_of, split_random_4096x32, "split", random_set(4096, 32, 1000000))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sparse_redistribution, coloured, "coloured")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sparse_redistribution, largest_first, "largest-first")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sparse_redistribution, split, "split")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sparse_redistribution, bruck, "bruck")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sparse_redistribution, hybrid, "hybrid")->Unit(benchmark::kMillisecond);
BENCHMARK(validate_pex)->Unit(benchmark::kMillisecond);
BENCHMARK(quality_of_rex)->Unit(benchmark::kMillisecond);
