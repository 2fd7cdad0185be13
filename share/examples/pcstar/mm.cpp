// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the product of two matrices (pC*, B.7): the second one is transposed; then each of its columns, now a row, is spread
// over the rows of the first, multiplied element by element, and summed along the rows to a column of the product.
//
// Distribution: any; blocks of rows by default. Communication: a transposition (a copy between two mapped arrays, Redistributor),
// and for every column a spread (AxisSpread) and a reduction along a dimension (AxisReduction).
//
// Usage: mpirun -n RANKS mm [ORDER] [--mapped '(block,block)'] [--check]
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/axis/axis_spread.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "share/examples/pcstar/mm_alone.hpp"
#include "share/examples/pcstar/part.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

using Matrix = Part<float>;

/// to(j,i) = from(i,j).
void transpose(Matrix& from, Matrix& to) {
    Index const n = from.mapping().array().extents[0];
    CopyMap const transposed{{{n, CopySide{0}, CopySide{1}}, {n, CopySide{1}, CopySide{0}}}};
    MultiPlan const plan = demand(MultiPlan::make({demand(RedistPlan::make(from.mapping(), to.mapping(), transposed))}));
    demand(Redistributor::make(plan, MPI_COMM_WORLD)).execute(from.data(), to.data());
}

/// to(i,j) = from(i,j) * row(j), for all that the rank owns.
void multiply_rows(Matrix& from, std::span<float const> row, Matrix& to) {
    LocalLayout const& layout = *from.layout();
    for (Index i = 0; i < layout.local_shape()[0]; ++i) {
        Index const start = layout.first_offset() + i * layout.strides()[0];
        float const* const source = from.values().data() + start;
        float* const target = to.values().data() + start;
        for (std::size_t j = 0; j < row.size(); ++j) target[j] = source[j] * row[j];
    }
}

/// Column `column` of the rank's part, where it owns that, becomes these values.
void set_column(Matrix& matrix, Index column, std::span<float const> values) {
    LocalLayout const& layout = *matrix.layout();
    PeriodicSet const& owned = layout.owned().dims()[1];
    if (!owned.contains(column)) return;
    Index place = layout.first_offset() + owned.position(column) * layout.strides()[1];
    for (float const value : values) {
        matrix.values()[as_size(place)] = value;
        place += layout.strides()[0];
    }
}

Matrix mm(ProgramRun& run) {
    Index const n = run.numbers[0];
    Matrix a(mapping_of(declared("float", {{n, n}}), run.mapped));
    Matrix b(a.mapping());
    a.for_each([](float& element, Index number) { element = first_factor(number); });
    b.for_each([](float& element, Index number) { element = second_factor(number); });
    Matrix product(a.mapping());

    run.start();
    Matrix b_columns(a.mapping());
    transpose(b, b_columns);
    Matrix products(a.mapping());
    auto spread = demand(AxisSpread::make(a.mapping(), 0, MPI_COMM_WORLD));
    auto sum = demand(AxisReduction::make(a.mapping(), 1, ReduceOp::Sum, MPI_COMM_WORLD));
    std::vector<float> row(as_size(spread.lines()));
    std::vector<float> column(as_size(sum.lines()));
    for (Index j = 0; j < n; ++j) {
        spread.execute(j, b_columns.data(), reinterpret_cast<std::byte*>(row.data()));
        if (a.layout()) multiply_rows(a, row, products);
        sum.execute(products.data(), reinterpret_cast<std::byte*>(column.data()));
        if (a.layout()) set_column(product, j, column);
    }
    run.stop();
    return product;
}

} // namespace

int main(int argc, char** argv) {
    Program<float, Matrix> const program{"mm", "ORDER", {256}, "(block,*)", mm, mm_alone};
    return run_program(argc, argv, program);
}
