// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistribution measured beside ScaLAPACK's pdgemr2d, MPI_Alltoallw with nested datatypes, and a plain memcpy of the
// local array, interleaved in one run.
//
// Usage: local-mpirun -n 4 pdgemr2d_bench [REPETITIONS] [SHRINK]: matrices a SHRINK-th as wide.
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/beside.hpp"
#include "tests/bench/blacs_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <string>
#include <vector>

// ScaLAPACK's redistribution in C, which no header declares.
extern "C" {
void Cpdgemr2d(int rows, int columns, double* a, int ia, int ja, int* desc_a, double* b, int ib, int jb, int* desc_b, int context);
}

using namespace tessera;
using tessera::bench::Contender;
using tessera::bench::context_of;
using tessera::bench::Grid;

namespace {

struct Row {
    Index extent;
    Index source_block; ///< cyclic(m) in both dimensions
    Index target_block;
    Grid source_grid = {};
    Grid target_grid = {};

    [[nodiscard]] std::string name() const {
        return std::to_string(extent) + ": " + std::to_string(source_block) + " -> " + std::to_string(target_block) + ", " +
               source_grid.text() + " -> " + target_grid.text();
    }
};

Mapping block_cyclic(Index extent, Index block, Grid grid) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {extent, extent};
    spec.array.lower = {1, 1};
    spec.formats = {DistFormat::cyclic(block), DistFormat::cyclic(block)};
    spec.processors.lower = {1, 1};
    spec.processors.extents = {grid.rows, grid.columns};
    return Mapping::make(spec).value();
}

/// One side of the copy: its mapping, this rank's part, and how ScaLAPACK describes it.
struct Side {
    Side(Index extent, Index block, Grid grid)
        : mapping(block_cyclic(extent, block, grid)),
          layout(mapping, mapping.grid().position(Communicator::world().rank()).value()), local(layout.allocation_size() * 8),
          context(context_of(grid)), descriptor{1,
                                                context,
                                                static_cast<int>(extent),
                                                static_cast<int>(extent),
                                                static_cast<int>(block),
                                                static_cast<int>(block),
                                                0,
                                                0,
                                                static_cast<int>(layout.alloc_shape()[0])} {
        local.clear();
    }
    [[nodiscard]] double* data() { return reinterpret_cast<double*>(local.data()); }

    Mapping mapping;
    LocalLayout layout;
    Buffer local;
    int context;
    std::array<int, 9> descriptor;
};

/// Every element is its own linear index.
void fill(Side& side, Index extent) {
    side.layout.owned().for_each([&](std::span<Index const> index) {
        side.data()[side.layout.offset(side.layout.global_to_local(index).value())] =
            static_cast<double>(index[0] + extent * index[1]);
    });
}

RedistributorOptions by(Transport transport) {
    RedistributorOptions options;
    options.transport = transport;
    return options;
}

/// What the table adds up over its rows: speed beside ScaLAPACK, as logarithms.
struct Sums {
    double rebuilt = 0;
    double reused = 0;
    int rows = 0;
};

void print(Row const& row, std::vector<Contender> const& all, Sums& sums) {
    double const scalapack = all[0].median();
    double const alltoallw = all[1].median();
    double const memcpy_time = all[2].median();
    double const rebuilt = std::min(all[3].median(), all[4].median());
    double const reused = std::min({all[5].median(), all[6].median(), all[7].median()});
    sums.rebuilt += std::log(scalapack / rebuilt);
    sums.reused += std::log(scalapack / reused);
    ++sums.rows;
    if (Communicator::world().rank() != 0) return;
    std::printf("%-32s", row.name().c_str());
    for (Contender const& each : all) std::printf(" %7.1f+-%2.0f%%", each.median() * 1e3, each.spread() * 50);
    std::printf(" | %6.2f %6.2f %6.2f %6.2f\n", scalapack / rebuilt, alltoallw / rebuilt, scalapack / reused,
                all[7].median() / memcpy_time);
    std::fflush(stdout);
}

void measure(Row const& row, int repetitions, Sums& sums) {
    Side source(row.extent, row.source_block, row.source_grid);
    Side ours(row.extent, row.target_block, row.target_grid);
    Side theirs(row.extent, row.target_block, row.target_grid);
    Buffer copy(source.local.size());
    copy.clear();
    fill(source, row.extent);
    auto shared = DistributedArray::make(source.mapping, MPI_COMM_WORLD).value();
    std::memcpy(shared.data(), source.local.data(), as_size(source.local.size()));
    auto const n = static_cast<int>(row.extent);
    auto const make = [&](Transport transport) {
        auto const plan = RedistPlan::make(source.mapping, ours.mapping).value();
        return Redistributor::make(MultiPlan::make({plan}).value(), MPI_COMM_WORLD, by(transport)).value();
    };
    auto p2p = make(Transport::PointToPoint);
    auto staged = make(Transport::Auto);
    auto straight = make(Transport::Auto);
    std::array<DistributedArray const*, 1> const from{&shared};
    std::array<void*, 1> const to{ours.data()};
    std::vector<Contender> contenders{
        {"pdgemr2d",
         [&] {
             Cpdgemr2d(n, n, source.data(), 1, 1, source.descriptor.data(), theirs.data(), 1, 1, theirs.descriptor.data(),
                       source.context);
         }},
        {"alltoallw", [&] { make(Transport::Alltoallw).execute(source.data(), ours.data()); }, &ours.local},
        {"memcpy", [&] { std::memcpy(copy.data(), source.data(), as_size(copy.size())); }},
        {"p2p, rebuilt", [&] { make(Transport::PointToPoint).execute(source.data(), ours.data()); }, &ours.local},
        {"straight, rebuilt", [&] { make(Transport::Auto).execute(from, to); }, &ours.local},
        {"p2p", [&] { p2p.execute(source.data(), ours.data()); }, &ours.local},
        {"by way of shared memory", [&] { staged.execute(source.data(), ours.data()); }, &ours.local},
        {"straight", [&] { straight.execute(from, to); }, &ours.local}};
    bench::measure(contenders, theirs.local, ours.local, row.name(), repetitions);
    print(row, contenders, sums);
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const repetitions = argc > 1 ? std::atoi(argv[1]) : 11;
    Index const shrink = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 1;
    if (Communicator::world().size() != 4) {
        std::fprintf(stderr, "pdgemr2d_bench: start it with 4 ranks\n");
        return 2;
    }
    bool const speaks = Communicator::world().rank() == 0;
    if (speaks) {
        std::printf("Doubles, milliseconds of the slowest rank: median of %d interleaved runs, +- half of what lies between their "
                    "quarters.\n'made each time': the plan too, as the two peers do; straight: from a DistributedArray. Ratios: "
                    "above 1 we are faster;\nstraight/memcpy: how often the memcpy of the local part fits in.\n\n",
                    repetitions);
        std::printf("%-32s %12s %12s %12s %12s %12s %12s %12s %12s | %6s %6s %6s %6s\n", "", "pdgemr2d", "alltoallw", "memcpy",
                    "p2p, made", "straight,", "p2p", "gathered in", "straight", "pdgem.", "a2aw", "pdgem.", "strai.");
        std::printf("%-32s %12s %12s %12s %12s %12s %12s %12s %12s | %6s %6s %6s %6s\n", "", "", "", "", "each time", "made each",
                    "", "shared mem.", "", "/made", "/made", "/kept", "/memc.");
    }
    std::vector<Row> const rows{{6000, 128, 128},
                                {6000, 128, 128, {1, 4}, {4, 1}},
                                {6000, 36, 128},
                                {6000, 128, 64, {2, 2}, {4, 1}},
                                {6000, 32, 48, {2, 2}, {4, 1}},
                                {6000, 8, 12, {2, 2}, {4, 1}},
                                {6000, 3, 5, {2, 2}, {4, 1}},
                                {3000, 2, 3, {2, 2}, {4, 1}},
                                {3000, 1, 2, {2, 2}, {4, 1}},
                                {3000, 1500, 1}};
    Sums sums;
    for (Row row : rows) {
        row.extent /= shrink;
        row.source_block = std::min(row.source_block, row.extent / 2); // the block distribution of the last row stays one
        measure(row, repetitions, sums);
    }
    if (speaks)
        std::printf("geometric mean beside pdgemr2d: %.2f with the plan made each time, %.2f with the plan kept\n",
                    std::exp(sums.rebuilt / sums.rows), std::exp(sums.reused / sums.rows));
    return 0;
}
