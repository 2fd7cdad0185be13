// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the amplitude screener in plain MPI, to measure share/examples/pcstar/amp.cpp against: blocks of rows with those around
// them, and all of each window.
#include "share/examples/pcstar/amp_alone.hpp"
#include "tests/bench/plain_mpi/rows.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

using Image = bench::Rows<std::int32_t>;

Image amp(ProgramRun& run) {
    Screen const screen = screen_of(run);
    Image image(screen.rows, screen.columns, screen.window / 2);
    image.for_each([&](std::int32_t& pixel, Index i, Index j) { pixel = screen.height(i, j); });
    Image bright(screen.rows, screen.columns, 0);
    Index found = 0;
    run.start();
    image.exchange(false);
    Index const before = screen.window / 2;
    bright.for_each([&](std::int32_t& mark, Index i, Index j) {
        if (!screen.surrounded(i, j)) return;
        std::int32_t sum = 0;
        for (Index k = i - before; k <= i + screen.after(); ++k)
            for (Index l = j - before; l <= j + screen.after(); ++l) sum += image.row(k - image.first())[l];
        mark = screen.bright(image.row(i - image.first())[j], sum) ? 1 : 0;
        found += mark;
    });
    MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    run.stop();
    run.found = bright_text(found);
    return bright;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::int32_t, Image> const program{"amp", "ROWS COLUMNS WINDOW", {512, 512, 3}, "", amp, amp_alone};
    return run_program(argc, argv, program);
}
