// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the product of two matrices in plain MPI, to measure share/examples/pcstar/mm.cpp against: blocks of rows, the second
// factor on every rank, and loops in an order that the cache likes.
#include "share/examples/pcstar/mm_alone.hpp"
#include "tests/bench/plain_mpi/rows.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

using Matrix = bench::Rows<float>;

/// All rows of all ranks.
std::vector<float> gathered(Matrix& b, Index n) {
    std::vector<float> all(as_size(n * n));
    auto const mine = static_cast<int>(b.count() * n);
    std::vector<int> counts(static_cast<std::size_t>(bench::ranks()));
    MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::vector<int> starts{0};
    for (int const count : counts) starts.push_back(starts.back() + count);
    MPI_Allgatherv(b.row(0), mine, MPI_FLOAT, all.data(), counts.data(), starts.data(), MPI_FLOAT, MPI_COMM_WORLD);
    return all;
}

Matrix mm(ProgramRun& run) {
    Index const n = run.numbers[0];
    Matrix a(n, n, 0);
    Matrix b(n, n, 0);
    a.for_each([&](float& element, Index i, Index j) { element = first_factor(i * n + j); });
    b.for_each([&](float& element, Index i, Index j) { element = second_factor(i * n + j); });
    Matrix product(n, n, 0);
    run.start();
    std::vector<float> const all = gathered(b, n);
    for (Index i = 0; i < a.count(); ++i)
        for (Index k = 0; k < n; ++k)
            for (Index j = 0; j < n; ++j) product.row(i)[j] += a.row(i)[k] * all[as_size(k * n + j)];
    run.stop();
    return product;
}

} // namespace

int main(int argc, char** argv) {
    Program<float, Matrix> const program{"mm", "ORDER", {256}, "", mm, mm_alone};
    return run_program(argc, argv, program);
}
