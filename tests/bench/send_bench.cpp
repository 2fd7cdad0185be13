// SPDX-License-Identifier: BSD-3-Clause
// Tessera: general sends by index beside what a program does by hand: sort by owner, and one MPI_Alltoallv.
//
// Usage: local-mpirun -n 4 send_bench [REPETITIONS] [VALUES]: so many random values in all ranks together (10 million);
//        local-mpirun -n 4 send_bench REPETITIONS VALUES merging: from which share of repeated elements on merging pays.
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/interleaved.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using namespace tessera;

namespace {

Mapping blocks(Index extent, int ranks) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {extent};
    spec.array.lower = {0};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {0};
    spec.processors.extents = {ranks};
    return Mapping::make(spec).value();
}

/// Pairs of place and value, sorted by owner, counted, and sent in one call; then applied.
class ByHand {
  public:
    ByHand(Index extent, int ranks) : block_((extent + ranks - 1) / ranks), ranks_(ranks) {}

    void send(std::vector<Index> const& indices, std::vector<double> const& values, std::vector<double>& array) {
        std::vector<std::pair<Index, double>> pairs;
        pairs.reserve(indices.size());
        for (std::size_t i = 0; i < indices.size(); ++i) pairs.emplace_back(indices[i], values[i]);
        std::ranges::stable_sort(pairs, {}, [this](auto const& pair) { return pair.first / block_; });
        std::vector<int> counts(static_cast<std::size_t>(ranks_), 0);
        for (auto const& pair : pairs) counts[static_cast<std::size_t>(pair.first / block_)] += pair_bytes;
        std::vector<int> received(counts.size());
        MPI_Alltoall(counts.data(), 1, MPI_INT, received.data(), 1, MPI_INT, MPI_COMM_WORLD);
        auto const starts = [](std::vector<int> const& lengths) {
            std::vector<int> result(lengths.size(), 0);
            std::partial_sum(lengths.begin(), lengths.end() - 1, result.begin() + 1);
            return result;
        };
        std::vector<std::pair<Index, double>> arrived(static_cast<std::size_t>(std::reduce(received.begin(), received.end())) /
                                                      pair_bytes);
        MPI_Alltoallv(pairs.data(), counts.data(), starts(counts).data(), MPI_BYTE, arrived.data(), received.data(),
                      starts(received).data(), MPI_BYTE, MPI_COMM_WORLD);
        for (auto const& [index, value] : arrived) array[static_cast<std::size_t>(index % block_)] += value;
    }

  private:
    static constexpr int pair_bytes = sizeof(std::pair<Index, double>);
    Index block_;
    int ranks_;
};

void compare(char const* name, Index values_of_all, Index among, int rounds) {
    int ranks = 1;
    Rank rank = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Index const extent = values_of_all;
    Mapping const mapping = blocks(extent, ranks);
    std::mt19937_64 random(static_cast<unsigned>(rank) + 1);
    std::vector<Index> indices(static_cast<std::size_t>(values_of_all / ranks));
    Index const apart = extent / among; // the few lie on all ranks
    for (Index& index : indices) index = static_cast<Index>(random() % static_cast<unsigned long>(among)) * apart;
    std::vector<double> const values(indices.size(), 1.0);
    std::vector<double> array(static_cast<std::size_t>(mapping.owned_count(rank)));
    ElementAddresses const addresses(mapping);
    auto const sum = Combiner::make(ReduceOp::Sum, mapping.array().type).value();
    auto const once = [&](Merge merge) {
        return [&, merge] {
            auto route = IndexRoute::make(addresses, MPI_COMM_WORLD, indices, {.merge = merge}).value();
            route.send(values.data(), array.data(), sum);
        };
    };
    auto kept = IndexRoute::make(addresses, MPI_COMM_WORLD, indices).value();
    ByHand by_hand(extent, ranks);
    std::vector<bench::Figure> figures{{"by hand: sort, alltoallv", [&] { by_hand.send(indices, values, array); }, {}},
                                       {"route made each time", once(Merge::Auto), {}},
                                       {"the same, never merging", once(Merge::Never), {}},
                                       {"the same, always merging", once(Merge::Always), {}},
                                       {"route kept", [&] { kept.send(values.data(), array.data(), sum); }, {}}};
    for (auto& figure : figures)
        figure.work = [work = figure.work] {
            MPI_Barrier(MPI_COMM_WORLD);
            work();
            MPI_Barrier(MPI_COMM_WORLD);
        };
    bench::measure(figures, rounds);
    if (rank != 0) return;
    std::printf("%s: %lld values on %d ranks to %lld elements\n", name, static_cast<long long>(values_of_all), ranks,
                static_cast<long long>(among));
    for (auto const& figure : figures)
        std::printf("  %-26s %8.1f ms (%.1f to %.1f), %.2f times as fast as by hand\n", figure.name.c_str(), figure.median() * 1e3,
                    figure.least() * 1e3, figure.most() * 1e3, figures[0].median() / figure.median());
    double const by_hand_each = figures[0].median();
    double const kept_each = figures[4].median();
    double const making = figures[1].median() - kept_each;
    if (kept_each < by_hand_each)
        std::printf("  a route that is kept pays from %.0f uses on\n",
                    std::max(1.0, std::ceil(making / (by_hand_each - kept_each))));
}

/// Routes that are made and used once, with and without merging, for values among fewer and fewer elements.
void compare_merging(Index values_of_all, int rounds) {
    int ranks = 1;
    Rank rank = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Mapping const mapping = blocks(values_of_all, ranks);
    ElementAddresses const addresses(mapping);
    auto const sum = Combiner::make(ReduceOp::Sum, mapping.array().type).value();
    std::vector<double> array(static_cast<std::size_t>(mapping.owned_count(rank)));
    if (rank == 0) std::printf("repeated in a sample   each by itself   merged   ratio\n");
    for (Index const per_element : {1, 10, 100, 300, 1000, 3000, 10000, 100000}) {
        Index const among = std::max<Index>(values_of_all / per_element, 1);
        std::mt19937_64 random(static_cast<unsigned>(rank) + 1);
        std::vector<Index> indices(static_cast<std::size_t>(values_of_all / ranks));
        for (Index& index : indices)
            index = static_cast<Index>(random() % static_cast<unsigned long>(among)) * (values_of_all / among);
        std::vector<double> const values(indices.size(), 1.0);
        auto const once = [&](Merge merge) {
            return [&, merge] {
                MPI_Barrier(MPI_COMM_WORLD);
                auto route = IndexRoute::make(addresses, MPI_COMM_WORLD, indices, {.merge = merge}).value();
                route.send(values.data(), array.data(), sum);
                MPI_Barrier(MPI_COMM_WORLD);
            };
        };
        std::vector<bench::Figure> figures{{"apart", once(Merge::Never), {}}, {"merged", once(Merge::Always), {}}};
        bench::measure(figures, rounds);
        if (rank == 0)
            std::printf("%17.1f %%   %11.1f ms   %4.0f ms   %5.2f\n", repeated_share(indices) * 100, figures[0].median() * 1e3,
                        figures[1].median() * 1e3, figures[1].median() / figures[0].median());
    }
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const rounds = argc > 1 ? std::atoi(argv[1]) : 5;
    Index const values = argc > 2 ? std::atoll(argv[2]) : 10'000'000;
    if (argc > 3) {
        compare_merging(values, rounds);
        return 0;
    }
    compare("random", values, values, rounds);
    compare("collisions", values, values / 100, rounds);
    compare("histogram", values, 256, rounds);
    return 0;
}
