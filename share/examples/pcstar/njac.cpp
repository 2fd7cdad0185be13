// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Jacobi's iteration (pC*, B.3): every inner point of a plate becomes the average of its four neighbours, again and again;
// the largest change is known on every rank after each iteration.
//
// Distribution: any; blocks of rows by default. Communication: a halo exchange (HaloExchange), under way while the interior is
// computed, and a reduction of one number (Collective).
//
// Usage: mpirun -n RANKS njac [ROWS COLUMNS ITERATIONS] [--mapped '(block,block)'] [--check]
#include "share/examples/pcstar/njac_alone.hpp"
#include "share/examples/pcstar/part.hpp"
#include "share/examples/stencil_field.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

StencilField<float> njac(ProgramRun& run) {
    Index const rows = run.numbers[0];
    Index const columns = run.numbers[1];
    Mapping const mapping = mapping_of(declared("float", {{rows, columns}}), run.mapped);
    StencilField<float> field(demand(HaloPlan::make(mapping, demand(Stencil::named("5", 2)))));
    field.fill([&](Index i, Index j) { return first_field(i, j, rows, columns); });
    BoxSet const inside({PeriodicSet::interval({1, rows - 1}), PeriodicSet::interval({1, columns - 1})});
    Combined<float> largest(ReduceOp::Max, mapping.array().type);
    float change = 0;

    run.start();
    for (Index iteration = 0; iteration < run.numbers[2]; ++iteration) {
        change = 0;
        field.step(inside, [&change](float const* at, Index down, Index right) {
            float const average = average_of_four(at[-down], at[down], at[-right], at[right]);
            change = std::max(change, std::fabs(average - *at));
            return average;
        });
        change = largest(change);
    }
    run.stop();
    run.found = change_text(change);
    return field;
}

} // namespace

int main(int argc, char** argv) {
    Program<float, StencilField<float>> const program{"njac",    "ROWS COLUMNS ITERATIONS", {512, 512, 100}, "(block,*)", njac,
                                                      njac_alone};
    return run_program(argc, argv, program);
}
