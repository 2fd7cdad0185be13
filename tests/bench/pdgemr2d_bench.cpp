// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistribution measured beside ScaLAPACK's pdgemr2d and a plain memcpy of the local array, interleaved in one run.
//
// Usage: local-mpirun -n 4 pdgemr2d_bench [REPETITIONS] [EXTENT]
#include "libcore/runtime/agreement.hpp"
#include "libcore/runtime/buffer.hpp"
#include "libcore/runtime/environment.hpp"
#include "libcore/runtime/redistributor.hpp"

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

std::array<int, 9> descriptor(int context, Index extent, Index block, LocalLayout const& layout) {
    auto const n = static_cast<int>(extent);
    auto const b = static_cast<int>(block);
    return {1, context, n, n, b, b, 0, 0, static_cast<int>(layout.alloc_shape()[0])};
}

/// Every element's linear index, or `value` everywhere.
void fill(Buffer& buffer, LocalLayout const& layout, Index extent) {
    auto* const data = reinterpret_cast<double*>(buffer.data());
    layout.owned().for_each([&](std::span<Index const> index) {
        data[layout.offset(layout.global_to_local(index).value())] = static_cast<double>(index[0] + extent * index[1]);
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

void measure(Row const& row, Index extent, int repetitions, int context) {
    Mapping const from = block_cyclic(extent, row.source_block);
    Mapping const to = block_cyclic(extent, row.target_block);
    Rank const rank = Comm::world().rank();
    LocalLayout const source_layout(from, rank);
    LocalLayout const target_layout(to, rank);
    Buffer source(source_layout.allocation_size() * 8);
    Buffer ours(target_layout.allocation_size() * 8);
    Buffer theirs(target_layout.allocation_size() * 8);
    Buffer copy(source.size());
    source.clear();
    ours.clear();
    theirs.clear();
    copy.clear();
    fill(source, source_layout, extent);
    auto desc_a = descriptor(context, extent, row.source_block, source_layout);
    auto desc_b = descriptor(context, extent, row.target_block, target_layout);
    auto const n = static_cast<int>(extent);
    auto redistributor = Redistributor::make(MultiPlan::make({RedistPlan::make(from, to).value()}).value(), MPI_COMM_WORLD).value();
    std::array<std::vector<double>, 3> times;
    for (int i = 0; i <= repetitions; ++i) {
        std::array<double, 3> const once{
            timed([&] { redistributor.execute(source.data(), ours.data()); }),
            timed([&] {
                Cpdgemr2d(n, n, reinterpret_cast<double*>(source.data()), 1, 1, desc_a.data(),
                          reinterpret_cast<double*>(theirs.data()), 1, 1, desc_b.data(), context);
            }),
            timed([&] { std::memcpy(copy.data(), source.data(), static_cast<std::size_t>(source.size())); }),
        };
        for (std::size_t k = 0; k < once.size() && i > 0; ++k) times[k].push_back(once[k]); // the first round warms up
    }
    expect_same(ours, theirs, row.name);
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
