// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an amplitude screener (pC*, B.5): which pixels are brighter than 1.1 times the average of a window around them. The sums
// of all windows take the same time whatever their size: the running sum at the end of a window less that before its beginning,
// along one dimension and then along the other.
//
// Distribution: any; blocks of rows by default. Communication: scans along both dimensions (AxisScan), shifts over the grid with
// zeros from the edge (ShiftExchange), and one number for all (Collective). The last shift goes back by what a window reaches
// behind its middle (the program as printed goes back by all of the window, and so is off).
//
// Usage: mpirun -n RANKS amp [ROWS COLUMNS WINDOW] [--mapped '(block,cyclic(8))'] [--check]
#include "libcore/runtime/comm/axis/axis_scan.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "share/examples/pcstar/amp_alone.hpp"
#include "share/examples/pcstar/part.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

using Sums = Part<std::int32_t>;

/// Element i of `from` at place i + distance of `to`, zeros where nothing comes from.
void shift(Sums& from, Extents distance, Sums& to) {
    auto const plan = demand(GridShift::make(from.mapping(), std::move(distance), ShiftEdge::Fill));
    auto exchange = demand(ShiftExchange::make(plan, MPI_COMM_WORLD));
    std::int32_t const zero = 0;
    exchange.execute(from.data(), to.data(), &zero);
}

/// Every element becomes the sum of the `window` elements that end with it along `dim`.
void sum_along(Sums& sums, int dim, Index window, Sums& before) {
    auto scan = demand(AxisScan::make(sums.mapping(), dim, ReduceOp::Sum, MPI_COMM_WORLD));
    scan.execute(sums.data(), sums.data());
    Extents distance(2);
    distance[as_size(dim)] = window;
    shift(sums, distance, before);
    for (std::size_t k = 0; k < sums.values().size(); ++k) sums.values()[k] -= before.values()[k];
}

Sums amp(ProgramRun& run) {
    Screen const screen = screen_of(run);
    Sums image(mapping_of(declared("int32", {{screen.rows, screen.columns}}), run.mapped));
    image.for_each(
        [&](std::int32_t& pixel, Index number) { pixel = screen.height(number / screen.columns, number % screen.columns); });
    Combined<Index> sum_of(ReduceOp::Sum, {"int64", 8});

    run.start();
    Sums sums(image.mapping());
    Sums around(image.mapping());
    std::ranges::copy(image.values(), sums.values().begin());
    sum_along(sums, 1, screen.window, around);
    sum_along(sums, 0, screen.window, around);
    shift(sums, {-screen.after(), -screen.after()}, around);
    Index found = 0;
    auto const* window = around.values().data();
    auto const* pixel = image.values().data();
    sums.for_each_at([&](std::int32_t& bright, Index i, Index j) {
        auto const at = &bright - sums.values().data();
        bright = screen.surrounded(i, j) && screen.bright(pixel[at], window[at]) ? 1 : 0;
        found += bright;
    });
    found = sum_of(found);
    run.stop();
    run.found = bright_text(found);
    return sums;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::int32_t, Sums> const program{"amp", "ROWS COLUMNS WINDOW", {512, 512, 3}, "(block,*)", amp, amp_alone};
    return run_program(argc, argv, program);
}
