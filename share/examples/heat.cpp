// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the heat equation on a plate whose edge is kept at its temperature, on any mapping; compared with one process.
//
// Usage: mpirun -n RANKS heat N STEPS MAPPING, e.g. heat 200 50 '(block,cyclic(8))'
#include "share/examples/stencil_field.hpp"

#include "libcore/runtime/mpi/environment.hpp"

#include <cstdio>

using namespace tessera;
using namespace tessera::examples;

namespace {

double first_temperature(Index i, Index j) {
    return static_cast<double>((i * 31 + j * 17) % 100);
}

/// The explicit scheme with a quarter of the largest stable time step.
double heated(double const* at, Index down, Index right) {
    return *at + 0.0625 * (at[-down] + at[down] + at[-right] + at[right] - 4 * *at);
}

std::vector<double> heated_by_one_process(Index n, int steps) {
    std::vector<double> now(as_size(n * n));
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i) now[as_size(i + j * n)] = first_temperature(i, j);
    std::vector<double> next = now;
    for (int step = 0; step < steps; ++step) {
        for (Index j = 1; j < n - 1; ++j)
            for (Index i = 1; i < n - 1; ++i) next[as_size(i + j * n)] = heated(&now[as_size(i + j * n)], 1, n);
        std::swap(now, next);
    }
    return now;
}

int run(Index n, int steps, std::string const& mapped) {
    Mapping const mapping = mapping_of("real*8 U(" + std::to_string(n) + "," + std::to_string(n) + ")", mapped);
    StencilField<double> plate(demand(HaloPlan::make(mapping, demand(Stencil::named("5", 2)))));
    plate.fill(first_temperature);
    BoxSet const inside({PeriodicSet::interval({1, n - 1}), PeriodicSet::interval({1, n - 1})});
    for (int step = 0; step < steps; ++step) plate.step(inside, heated);
    Index const wrong = sum_of_all(plate.differences(heated_by_one_process(n, steps)));
    if (Communicator::world().rank() == 0)
        std::printf("%d steps on a plate of %lld x %lld, %s: %lld elements differ from one process\n", steps,
                    static_cast<long long>(n), static_cast<long long>(n), mapped.c_str(), static_cast<long long>(wrong));
    return wrong == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    return run_stencil(argc, argv, "heat N STEPS MAPPING", run);
}
