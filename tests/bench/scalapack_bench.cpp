// SPDX-License-Identifier: BSD-3-Clause
// Tessera: libtessera_scalapack measured beside ScaLAPACK, routine by routine, interleaved in one run. A row that is slower than
// ScaLAPACK's is an error.
//
// Usage: local-mpirun -n 4 scalapack_bench [REPETITIONS] [SHRINK] [ROUTINE]: matrices a SHRINK-th as wide.
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/beside.hpp"
#include "tests/bench/blacs_grid.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// The C interface of BLACS, ScaLAPACK and the drop-in, which no header declares.
extern "C" {
void Cblacs_gridinfo(int context, int* rows, int* columns, int* row, int* column);
int numroc_(int const* extent, int const* block, int const* coordinate, int const* first, int const* coordinates);
using Rectangle = void(int rows, int columns, void* a, int ia, int ja, int* desc_a, void* b, int ib, int jb, int* desc_b,
                       int context);
using Trapezoid = void(char const* uplo, char const* diag, int rows, int columns, void* a, int ia, int ja, int* desc_a, void* b,
                       int ib, int jb, int* desc_b, int context);
using Transposition = void(int const* m, int const* n, double const* alpha, void* a, int const* ia, int const* ja, int* desc_a,
                           double const* beta, void* c, int const* ic, int const* jc, int* desc_c);
Rectangle Cpdgemr2d, tessera_Cpdgemr2d;
Trapezoid Cpdtrmr2d, tessera_Cpdtrmr2d;
Transposition pdtran_, tessera_pdtran_;
void tessera_scalapack_drop_plans();
}

using namespace tessera;
using tessera::bench::Contender;
using tessera::bench::context_of;
using tessera::bench::Grid;

namespace {

struct Row {
    int extent;
    int source_block;
    int target_block;
    Grid source = {};
    Grid target = {};
};

/// A square matrix without padding.
struct Matrix {
    Matrix(int extent, int block, int context) : descriptor{1, context, extent, extent, block, block, 0, 0, 1} {
        int rows = 0;
        int columns = 0;
        int row = 0;
        int column = 0;
        int const first = 0;
        Cblacs_gridinfo(context, &rows, &columns, &row, &column);
        descriptor[8] = numroc_(&extent, &block, &row, &first, &rows);
        elements = Buffer(Index{8} * descriptor[8] * numroc_(&extent, &block, &column, &first, &columns));
        elements.clear();
    }
    std::array<int, 9> descriptor;
    Buffer elements;
};

/// Each element is another number.
void fill(Matrix& matrix) {
    auto* const numbers = reinterpret_cast<double*>(matrix.elements.data());
    Index const rank = Communicator::world().rank();
    for (Index at = 0; at < matrix.elements.size() / 8; ++at) numbers[at] = static_cast<double>(at * 4 + rank + 1);
}

/// Two matrices and one routine of both libraries.
struct Move {
    Matrix& from;
    int extent;

    void copy(Rectangle* routine, Matrix& to) const {
        routine(extent, extent, from.elements.data(), 1, 1, from.descriptor.data(), to.elements.data(), 1, 1, to.descriptor.data(),
                from.descriptor[1]);
    }
    void copy_upper(Trapezoid* routine, Matrix& to) const {
        routine("U", "N", extent, extent, from.elements.data(), 1, 1, from.descriptor.data(), to.elements.data(), 1, 1,
                to.descriptor.data(), from.descriptor[1]);
    }
    void transpose(Transposition* routine, Matrix& to) const {
        int const one = 1;
        double const alpha = 1;
        double const beta = 0;
        routine(&extent, &extent, &alpha, from.elements.data(), &one, &one, from.descriptor.data(), &beta, to.elements.data(), &one,
                &one, to.descriptor.data());
    }
    void by_scalapack(std::string_view routine, Matrix& to) const {
        if (routine == "pdgemr2d") return copy(Cpdgemr2d, to);
        return routine == "pdtrmr2d" ? copy_upper(Cpdtrmr2d, to) : transpose(pdtran_, to);
    }
    void by_tessera(std::string_view routine, Matrix& to) const {
        if (routine == "pdgemr2d") return copy(tessera_Cpdgemr2d, to);
        return routine == "pdtrmr2d" ? copy_upper(tessera_Cpdtrmr2d, to) : transpose(tessera_pdtran_, to);
    }
};

/// The speeds beside ScaLAPACK of all rows of a routine.
struct Speeds {
    double made = 0; ///< sums of logarithms
    double kept = 0;
    int rows = 0;
    int slower = 0; ///< rows in which ScaLAPACK is faster
};

void measure(std::string const& routine, Row const& row, int repetitions, Speeds& speeds) {
    int const source_context = context_of(row.source);
    int const target_context = routine == "pdtran" ? source_context : context_of(row.target);
    Matrix from(row.extent, row.source_block, source_context);
    Matrix theirs(row.extent, row.target_block, target_context);
    Matrix ours(row.extent, row.target_block, target_context);
    fill(from);
    Move const move{from, row.extent};
    std::vector<Contender> contenders{{"ScaLAPACK", [&] { move.by_scalapack(routine, theirs); }},
                                      {"plan made",
                                       [&] {
                                           tessera_scalapack_drop_plans();
                                           move.by_tessera(routine, ours);
                                       },
                                       &ours.elements},
                                      {"plan kept", [&] { move.by_tessera(routine, ours); }, &ours.elements}};
    std::string const name = routine + " | " + std::to_string(row.extent) + ", " + std::to_string(row.source_block) + " to " +
                             std::to_string(row.target_block) + ", " + row.source.text() + " to " +
                             (routine == "pdtran" ? row.source : row.target).text();
    bench::measure(contenders, theirs.elements, ours.elements, name, repetitions);
    double const made = contenders[0].median() / contenders[1].median();
    double const kept = contenders[0].median() / contenders[2].median();
    speeds.made += std::log(made);
    speeds.kept += std::log(kept);
    ++speeds.rows;
    if (made < 1 || kept < 1) ++speeds.slower;
    if (Communicator::world().rank() != 0) return;
    std::printf("| %-46s |", name.c_str());
    for (Contender const& each : contenders) std::printf(" %7.1f+-%2.0f%%", each.median() * 1e3, each.spread() * 50);
    std::printf(" | %5.1f | %5.1f |\n", made, kept);
    std::fflush(stdout);
}

std::vector<Row> rows_of(std::string_view routine) {
    Grid const row{1, 4};
    Grid const column{4, 1};
    if (routine == "pdtran")
        return {{6000, 128, 128}, {6000, 128, 128, row}, {6000, 36, 128}, {6000, 128, 64, column}, {6000, 32, 48}, {6000, 8, 12},
                {6000, 3, 5},     {3000, 2, 3},          {3000, 1, 2},    {3000, 1500, 1}};
    return {{6000, 128, 128},
            {6000, 128, 128, row, column},
            {6000, 36, 128},
            {6000, 128, 64, {}, column},
            {6000, 32, 48, {}, column},
            {6000, 8, 12, {}, column},
            {6000, 3, 5, {}, column},
            {3000, 2, 3, {}, column},
            {3000, 1, 2, {}, column},
            {3000, 1500, 1}};
}

/// Returns whether no row is slower.
bool measure_all(std::string const& routine, int repetitions, int shrink) {
    Speeds speeds;
    for (Row row : rows_of(routine)) {
        row.extent /= shrink;
        row.source_block = std::min(row.source_block, row.extent / 2); // the block distribution of the last row stays one
        measure(routine, row, repetitions, speeds);
    }
    if (Communicator::world().rank() == 0)
        std::printf("| %-46s | geometric mean: %.2f with the plan made each time, %.2f with the plan kept; slower rows: %d\n",
                    routine.c_str(), std::exp(speeds.made / speeds.rows), std::exp(speeds.kept / speeds.rows), speeds.slower);
    return speeds.slower == 0;
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const repetitions = argc > 1 ? std::atoi(argv[1]) : 9;
    int const shrink = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 1;
    std::string const only = argc > 3 ? argv[3] : "";
    if (Communicator::world().size() != 4) {
        std::fprintf(stderr, "scalapack_bench: start it with 4 ranks\n");
        return 2;
    }
    if (Communicator::world().rank() == 0)
        std::printf("Doubles, milliseconds of the slowest rank: median of %d interleaved runs, +- half of what lies between their "
                    "quarters.\nThe last columns: ScaLAPACK's time divided by Tessera's.\n\n"
                    "| routine, N, blocks, grids                      |   ScaLAPACK        made        kept  |  made |  kept |\n",
                    repetitions);
    bool never_slower = true;
    for (std::string const routine : {"pdgemr2d", "pdtrmr2d", "pdtran"})
        if (only.empty() || only == routine) never_slower = measure_all(routine, repetitions, shrink) && never_slower;
    return never_slower ? 0 : 1;
}
