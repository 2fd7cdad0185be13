// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Conway's game of life on a torus, on any mapping; compared with one process.
//
// Usage: mpirun -n RANKS life N GENERATIONS MAPPING, e.g. life 100 200 '(cyclic(7),block)'
#include "share/examples/stencil_field.hpp"

#include "libcore/runtime/mpi/environment.hpp"

#include <cstdint>
#include <cstdio>

using namespace tessera;
using namespace tessera::examples;

namespace {

using Cell = std::int8_t;

Cell first_cell(Index i, Index j) {
    return static_cast<Cell>((i * i + 3 * j * j + i * j) % 7 < 3 ? 1 : 0);
}

Cell lives(int alive, int neighbours) {
    return static_cast<Cell>(neighbours == 3 || (alive == 1 && neighbours == 2) ? 1 : 0);
}

Cell next_cell(Cell const* at, Index down, Index right) {
    int neighbours = -*at;
    for (Index j = -1; j <= 1; ++j)
        for (Index i = -1; i <= 1; ++i) neighbours += at[i * down + j * right];
    return lives(*at, neighbours);
}

std::vector<Cell> lived_in_one_process(Index n, int generations) {
    std::vector<Cell> now(as_size(n * n));
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i) now[as_size(i + j * n)] = first_cell(i, j);
    std::vector<Cell> next(now.size());
    for (int generation = 0; generation < generations; ++generation) {
        auto const at = [&](Index i, Index j) { return now[as_size((i + n) % n + (j + n) % n * n)]; };
        for (Index j = 0; j < n; ++j) {
            for (Index i = 0; i < n; ++i) {
                int neighbours = -at(i, j);
                for (Index dj = -1; dj <= 1; ++dj)
                    for (Index di = -1; di <= 1; ++di) neighbours += at(i + di, j + dj);
                next[as_size(i + j * n)] = lives(at(i, j), neighbours);
            }
        }
        std::swap(now, next);
    }
    return now;
}

int run(Index n, int generations, std::string const& mapped) {
    Mapping const mapping = mapping_of("bytes(1) cells(" + std::to_string(n) + "," + std::to_string(n) + ")", mapped);
    StencilField<Cell> cells(demand(HaloPlan::make(mapping, demand(Stencil::named("9", 2)), {true, true})));
    cells.fill(first_cell);
    BoxSet const everywhere({PeriodicSet::interval({0, n}), PeriodicSet::interval({0, n})});
    for (int generation = 0; generation < generations; ++generation) cells.step(everywhere, next_cell);
    Index const wrong = sum_of_all(cells.differences(lived_in_one_process(n, generations)));
    if (Communicator::world().rank() == 0)
        std::printf("%d generations of %lld x %lld cells, %s: %lld differ from one process\n", generations,
                    static_cast<long long>(n), static_cast<long long>(n), mapped.c_str(), static_cast<long long>(wrong));
    return wrong == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    return run_stencil(argc, argv, "life N GENERATIONS MAPPING", run);
}
