// SPDX-License-Identifier: BSD-3-Clause
// Tessera: histogram equalization in plain MPI, to measure share/examples/pcstar/histeq.cpp against: a histogram on every rank, and
// their sum.
#include "share/examples/pcstar/histeq_alone.hpp"
#include "tests/bench/plain_mpi/rows.hpp"

#include <array>

using namespace tessera;
using namespace tessera::examples;

namespace {

using Image = bench::Rows<std::uint8_t>;

Image histeq(ProgramRun& run) {
    Index const columns = run.numbers[1];
    Image image(run.numbers[0], columns, 0);
    image.for_each([&](std::uint8_t& pixel, Index i, Index j) { pixel = dim_pixel(i * columns + j); });
    run.start();
    std::array<std::int32_t, 256> histogram{};
    image.for_each([&](std::uint8_t pixel, Index, Index) { ++histogram[pixel]; });
    MPI_Allreduce(MPI_IN_PLACE, histogram.data(), 256, MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD);
    std::array<std::uint8_t, 256> fresh{};
    std::int32_t darker = 0;
    std::int32_t brightest = 0;
    for (std::size_t level = 0; level < 256; ++level) {
        if (histogram[level] > 0) brightest = static_cast<std::int32_t>(level);
        fresh[level] = static_cast<std::uint8_t>(equalized(darker, histogram[level], run.numbers[0] * columns));
        darker += histogram[level];
    }
    image.for_each([&](std::uint8_t& pixel, Index, Index) { pixel = fresh[pixel]; });
    run.stop();
    run.found = brightest_text(brightest);
    return image;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::uint8_t, Image> const program{"histeq", "ROWS COLUMNS", {512, 512}, "", histeq, histeq_alone};
    return run_program(argc, argv, program);
}
