// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank filter (pC*, B.8): every pixel becomes the median of the window around it, on a torus.
//
// The whole image is shifted under the window, one step at a time and like a snake: along a row of the window, then up, then back
// along the next. After every step each pixel sorts the value that has come into those it keeps.
//
// Distribution: any; blocks of rows by default, so that most steps need no messages. Communication: shifts over the grid on a torus
// (ShiftExchange), four plans used again and again.
//
// Usage: mpirun -n RANKS rf [ROWS COLUMNS WINDOW] [--mapped '(block,block)'] [--check]
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "share/examples/pcstar/part.hpp"
#include "share/examples/pcstar/rf_alone.hpp"

#include <utility>

using namespace tessera;
using namespace tessera::examples;

namespace {

using Image = Part<std::uint8_t>;

ShiftExchange torus_shift(Mapping const& mapping, Index rows, Index columns) {
    return demand(ShiftExchange::make(demand(GridShift::make(mapping, {rows, columns}, ShiftEdge::Torus)), MPI_COMM_WORLD));
}

/// For every place the smallest values that have come by, sorted: sorted[0] holds the smallest of each place.
void sort_in(std::span<std::uint8_t const> arrived, std::vector<std::vector<std::uint8_t>>& sorted) {
    std::vector<std::uint8_t> carried(arrived.begin(), arrived.end());
    for (std::vector<std::uint8_t>& kept : sorted) {
        for (std::size_t k = 0; k < carried.size(); ++k) {
            std::uint8_t const larger = std::max(carried[k], kept[k]);
            kept[k] = std::min(carried[k], kept[k]);
            carried[k] = larger;
        }
    }
}

Image rf(ProgramRun& run) {
    Index const window = run.numbers[2];
    Image image(mapping_of(declared("uint8", {{run.numbers[0], run.numbers[1]}}), run.mapped));
    image.for_each([](std::uint8_t& pixel, Index number) { pixel = noisy_pixel(number); });

    run.start();
    Image moved(image.mapping());
    // First the upper left corner of each window comes to its pixel.
    torus_shift(image.mapping(), window / 2, window / 2).execute(image.data(), moved.data());
    std::swap(image, moved);
    ShiftExchange up = torus_shift(image.mapping(), -1, 0);
    ShiftExchange left = torus_shift(image.mapping(), 0, -1);
    ShiftExchange right = torus_shift(image.mapping(), 0, 1);
    std::vector<std::vector<std::uint8_t>> sorted(as_size(window * window / 2 + 1),
                                                  std::vector<std::uint8_t>(image.values().size(), 255));
    for (Index row = 0; row < window; ++row) {
        for (Index step = 0; step < window; ++step) {
            sort_in(image.values(), sorted);
            bool const at_end = step == window - 1;
            if (at_end && row == window - 1) break;
            (at_end ? up : row % 2 == 0 ? left : right).execute(image.data(), moved.data());
            std::swap(image, moved);
        }
    }
    std::ranges::copy(sorted.back(), image.values().begin());
    run.stop();
    return image;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::uint8_t, Image> const program{"rf", "ROWS COLUMNS WINDOW", {512, 512, 3}, "(block,*)", rf, rf_alone};
    return run_program(argc, argv, program);
}
