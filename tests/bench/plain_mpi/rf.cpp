// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the rank filter in plain MPI, to measure share/examples/pcstar/rf.cpp against: blocks of rows with those around them, on
// a torus, and the median of each window in turn.
#include "share/examples/pcstar/rf_alone.hpp"
#include "tests/bench/plain_mpi/rows.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

using Image = bench::Rows<std::uint8_t>;

Image rf(ProgramRun& run) {
    Index const columns = run.numbers[1];
    Index const window = run.numbers[2];
    Index const before = window / 2;
    Image image(run.numbers[0], columns, before);
    image.for_each([&](std::uint8_t& pixel, Index i, Index j) { pixel = noisy_pixel(i * columns + j); });
    Image medians(run.numbers[0], columns, 0);
    run.start();
    image.exchange(true);
    SmallestOf smallest(as_size(window * window / 2 + 1));
    medians.for_each([&](std::uint8_t& median, Index i, Index j) {
        smallest.clear();
        for (Index k = i - before; k < i - before + window; ++k)
            for (Index l = j - before + columns; l < j - before + columns + window; ++l)
                smallest.add(image.row(k - image.first())[l % columns]);
        median = smallest.largest();
    });
    run.stop();
    return medians;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::uint8_t, Image> const program{"rf", "ROWS COLUMNS WINDOW", {512, 512, 3}, "", rf, rf_alone};
    return run_program(argc, argv, program);
}
