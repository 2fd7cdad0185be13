// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Jacobi's iteration in plain MPI, to measure share/examples/pcstar/njac.cpp against: blocks of rows, two messages for
// each neighbour, one reduction.
#include "share/examples/pcstar/njac_alone.hpp"
#include "tests/bench/plain_mpi/rows.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

bench::Rows<float> njac(ProgramRun& run) {
    Index const rows = run.numbers[0];
    Index const columns = run.numbers[1];
    bench::Rows<float> now(rows, columns, 1);
    now.for_each([&](float& value, Index i, Index j) { value = first_field(i, j, rows, columns); });
    bench::Rows<float> next = now;
    float change = 0;
    run.start();
    for (Index iteration = 0; iteration < run.numbers[2]; ++iteration) {
        change = 0;
        now.exchange(false);
        for (Index i = 0; i < now.count(); ++i) {
            if (now.first() + i == 0 || now.first() + i == rows - 1) continue;
            float const* const at = now.row(i);
            float* const to = next.row(i);
            for (Index j = 1; j < columns - 1; ++j) {
                to[j] = average_of_four(at[j - columns], at[j + columns], at[j - 1], at[j + 1]);
                change = std::max(change, std::fabs(to[j] - at[j]));
            }
        }
        std::swap(now, next);
        MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
    }
    run.stop();
    run.found = change_text(change);
    return now;
}

} // namespace

int main(int argc, char** argv) {
    Program<float, bench::Rows<float>> const program{"njac", "ROWS COLUMNS ITERATIONS", {512, 512, 100}, "", njac, njac_alone};
    return run_program(argc, argv, program);
}
