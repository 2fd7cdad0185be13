// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistribution measured beside ScaLAPACK's pdgemr2d and a plain memcpy of the local array, interleaved in one run.
//
// Usage: local-mpirun -n 4 pdgemr2d_bench [REPETITIONS] [EXTENT]
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mpi.h>
#include <string>
#include <vector>

// The C interface of BLACS and ScaLAPACK's redistribution, which no header declares.
extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, char const* order, int rows, int columns);
void Cpdgemr2d(int rows, int columns, double* a, int ia, int ja, int* desc_a, double* b, int ib, int jb, int* desc_b, int context);
}

using namespace tessera;

namespace {

struct Row {
    std::string name;
    Index source_block; ///< cyclic(m) in both dimensions; block is cyclic(N/2) on a 2x2 grid
    Index target_block;
};

Mapping block_cyclic(Index extent, Index block) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {extent, extent};
    spec.array.lower = {1, 1};
    spec.formats = {DistFormat::cyclic(block), DistFormat::cyclic(block)};
    spec.processors.lower = {1, 1};
    spec.processors.extents = {2, 2};
    return Mapping::make(spec).value();
}

/// One side of the copy: its mapping, this rank's part, and how ScaLAPACK describes it.
struct Side {
    Side(Index extent, Index block, int context)
        : mapping(block_cyclic(extent, block)), layout(mapping, Comm::world().rank()),
          local(layout.allocation_size() * 8), descriptor{1,
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
    std::array<int, 9> descriptor;
};

/// Every element is its own linear index.
void fill(Side& side, Index extent) {
    side.layout.owned().for_each([&](std::span<Index const> index) {
        side.data()[side.layout.offset(side.layout.global_to_local(index).value())] =
            static_cast<double>(index[0] + extent * index[1]);
    });
}

/// The slowest rank's seconds.
double timed(std::function<void()> const& work) {
    MPI_Barrier(MPI_COMM_WORLD);
    double const start = MPI_Wtime();
    work();
    double const mine = MPI_Wtime() - start;
    double slowest = 0;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

struct Spread {
    double low = 0;
    double median = 0;
    double high = 0;
};

Spread spread(std::vector<double> times) {
    std::ranges::sort(times);
    return {times.front() * 1e3, times[times.size() / 2] * 1e3, times.back() * 1e3};
}

void expect_same(Buffer const& ours, Buffer const& theirs, std::string const& row) {
    all_or_none(Comm::world(), [&] {
        if (std::memcmp(ours.data(), theirs.data(), static_cast<std::size_t>(ours.size())) != 0)
            throw std::runtime_error(row + ": the two results differ");
    });
}

void print(std::string const& row, Spread const& ours, Spread const& theirs, Spread const& copy) {
    if (Comm::world().rank() != 0) return;
    std::printf("%-26s %6.1f (%5.1f..%6.1f) %6.1f (%5.1f..%6.1f) %6.1f (%5.1f..%6.1f) %9.2f %9.2f\n", row.c_str(), ours.median,
                ours.low, ours.high, theirs.median, theirs.low, theirs.high, copy.median, copy.low, copy.high,
                theirs.median / ours.median, ours.median / copy.median);
    std::fflush(stdout);
}

/// Every contender once per round; a round that is not counted warms up.
std::array<std::vector<double>, 3> interleaved(int rounds, std::array<std::function<void()>, 3> const& contenders) {
    std::array<std::vector<double>, 3> times;
    for (int round = 0; round <= rounds; ++round) {
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            double const seconds = timed(contenders[i]);
            if (round > 0) times[i].push_back(seconds);
        }
    }
    return times;
}

void measure(Row const& row, Index extent, int repetitions, int context) {
    Side source(extent, row.source_block, context);
    Side ours(extent, row.target_block, context);
    Side theirs(extent, row.target_block, context);
    Buffer copy(source.local.size());
    copy.clear();
    fill(source, extent);
    auto const n = static_cast<int>(extent);
    auto const plan = RedistPlan::make(source.mapping, ours.mapping).value();
    auto redistributor = Redistributor::make(MultiPlan::make({plan}).value(), MPI_COMM_WORLD).value();
    auto const times =
        interleaved(repetitions, {[&] { redistributor.execute(source.data(), ours.data()); },
                                  [&] {
                                      Cpdgemr2d(n, n, source.data(), 1, 1, source.descriptor.data(), theirs.data(), 1, 1,
                                                theirs.descriptor.data(), context);
                                  },
                                  [&] { std::memcpy(copy.data(), source.data(), static_cast<std::size_t>(copy.size())); }});
    expect_same(ours.local, theirs.local, row.name);
    print(row.name, spread(times[0]), spread(times[1]), spread(times[2]));
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const repetitions = argc > 1 ? std::atoi(argv[1]) : 11;
    Index const extent = argc > 2 ? std::atoi(argv[2]) : 4096;
    if (Comm::world().size() != 4) {
        std::fprintf(stderr, "pdgemr2d_bench: start it with 4 ranks\n");
        return 2;
    }
    int context = 0;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", 2, 2);
    if (Comm::world().rank() == 0) {
        std::printf("%lld x %lld doubles, 2x2 grid, milliseconds of the slowest rank: median (low..high) of %d interleaved runs\n",
                    static_cast<long long>(extent), static_cast<long long>(extent), repetitions);
        std::printf("%-26s %-24s %-24s %-24s %9s %9s\n", "", "tessera", "pdgemr2d", "memcpy", "speed-up", "/memcpy");
    }
    std::vector<Row> const rows{{"cyclic(64) -> cyclic(32)", 64, 32},
                                {"cyclic(1) -> cyclic(64)", 1, 64},
                                {"cyclic(3) -> cyclic(5)", 3, 5},
                                {"block -> cyclic", (extent + 1) / 2, 1}};
    for (Row const& row : rows) measure(row, extent, repetitions, context);
    return 0;
}
