// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a Julia set (pC*, B.6): how many iterations each point of a plane stays near the origin.
//
// Distribution: rows in turn (cyclic), because neighbours take about as long, and those in the middle the longest; with blocks some
// ranks wait for others. The thesis permutes the rows of blocks for it (section 5.5); here the mapping says it. Communication: none
// but the number of points that stay (Collective).
//
// Usage: mpirun -n RANKS julia [ROWS COLUMNS ITERATIONS] [--mapped '(block,*)'] [--check]
#include "share/examples/pcstar/julia_alone.hpp"
#include "share/examples/pcstar/part.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

Part<std::int32_t> julia(ProgramRun& run) {
    JuliaPlane const plane = julia_plane(run);
    Part<std::int32_t> steps(mapping_of(declared("int32", {{plane.rows, plane.columns}}), run.mapped));
    Combined<Index> sum(ReduceOp::Sum, {"int64", 8});

    run.start();
    Index inside = 0;
    steps.for_each([&](std::int32_t& point, Index number) {
        point = plane.steps_at(number / plane.columns, number % plane.columns);
        inside += point == plane.iterations ? 1 : 0;
    });
    inside = sum(inside);
    run.stop();
    run.found = inside_text(inside);
    return steps;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::int32_t, Part<std::int32_t>> const program{
        "julia", "ROWS COLUMNS ITERATIONS", {512, 512, 100}, "(cyclic,*)", julia, julia_alone};
    return run_program(argc, argv, program);
}
