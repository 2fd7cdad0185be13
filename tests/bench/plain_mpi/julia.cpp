// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a Julia set in plain MPI, to measure share/examples/pcstar/julia.cpp against: rows in turn.
#include "share/examples/pcstar/julia_alone.hpp"
#include "tests/bench/plain_mpi/rows.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

/// Every so many rows one is this rank's.
struct RowsInTurn {
    Index columns;
    std::vector<std::vector<std::int32_t>> rows;

    [[nodiscard]] Index differences(std::vector<std::int32_t> const& whole) const {
        Index different = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Index const row = bench::this_rank() + static_cast<Index>(i) * bench::ranks();
            for (Index j = 0; j < columns; ++j) different += rows[i][as_size(j)] == whole[as_size(row * columns + j)] ? 0 : 1;
        }
        return different;
    }
};

RowsInTurn julia(ProgramRun& run) {
    JuliaPlane const plane = julia_plane(run);
    RowsInTurn mine{plane.columns, {}};
    run.start();
    Index inside = 0;
    for (Index i = bench::this_rank(); i < plane.rows; i += bench::ranks()) {
        auto& row = mine.rows.emplace_back();
        for (Index j = 0; j < plane.columns; ++j) {
            row.push_back(plane.steps_at(i, j));
            inside += row.back() == plane.iterations ? 1 : 0;
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &inside, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    run.stop();
    run.found = inside_text(inside);
    return mine;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::int32_t, RowsInTurn> const program{"julia", "ROWS COLUMNS ITERATIONS", {512, 512, 100}, "", julia, julia_alone};
    return run_program(argc, argv, program);
}
