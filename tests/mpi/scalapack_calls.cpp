// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program of ScaLAPACK that knows nothing of Tessera: each routine that libtessera_scalapack replaces, called twice.
//
// Usage: local-mpirun -n 4 scalapack_calls [lld|submatrix|source|extent|kind|context]: with an illegal argument of p?gemr2d, of
// p?trmr2d and of p?tran, by the number given behind: 0, 1 or 2.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <mpi.h>
#include <string>
#include <vector>

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, char const* order, int rows, int columns);
void Cblacs_gridinfo(int context, int* rows, int* columns, int* row, int* column);
void Cblacs_gridexit(int context);
void Cblacs_exit(int keep_mpi);
int numroc_(int const* extent, int const* block, int const* coordinate, int const* first, int const* coordinates);
using Rectangle = void(int rows, int columns, void* a, int ia, int ja, int* desc_a, void* b, int ib, int jb, int* desc_b,
                       int context);
using FortranRectangle = void(int const* rows, int const* columns, void* a, int const* ia, int const* ja, int* desc_a, void* b,
                              int const* ib, int const* jb, int* desc_b, int const* context);
using Trapezoid = void(char const* uplo, char const* diag, int rows, int columns, void* a, int ia, int ja, int* desc_a, void* b,
                       int ib, int jb, int* desc_b, int context);
using FortranTrapezoid = void(char const* uplo, char const* diag, int const* rows, int const* columns, void* a, int const* ia,
                              int const* ja, int* desc_a, void* b, int const* ib, int const* jb, int* desc_b, int const* context);
using Transposition = void(int const* m, int const* n, void const* alpha, void* a, int const* ia, int const* ja, int* desc_a,
                           void const* beta, void* c, int const* ic, int const* jc, int* desc_c);
Rectangle Cpigemr2d, Cpsgemr2d, Cpdgemr2d, Cpcgemr2d, Cpzgemr2d;
FortranRectangle pigemr2d_, psgemr2d_, pdgemr2d_, pcgemr2d_, pzgemr2d_;
Trapezoid Cpitrmr2d, Cpstrmr2d, Cpdtrmr2d, Cpctrmr2d, Cpztrmr2d;
FortranTrapezoid pitrmr2d_, pstrmr2d_, pdtrmr2d_, pctrmr2d_, pztrmr2d_;
Transposition pstran_, pdtran_, pctranu_, pctranc_, pztranu_, pztranc_;
}

namespace {

constexpr std::array rectangles{Cpigemr2d, Cpsgemr2d, Cpdgemr2d, Cpcgemr2d, Cpzgemr2d};
constexpr std::array fortran_rectangles{pigemr2d_, psgemr2d_, pdgemr2d_, pcgemr2d_, pzgemr2d_};
constexpr std::array trapezoids{Cpitrmr2d, Cpstrmr2d, Cpdtrmr2d, Cpctrmr2d, Cpztrmr2d};
constexpr std::array fortran_trapezoids{pitrmr2d_, pstrmr2d_, pdtrmr2d_, pctrmr2d_, pztrmr2d_};
constexpr std::array transpositions{pstran_, pdtran_, pctranu_, pctranc_, pztranu_, pztranc_};
constexpr std::array single_transpositions{true, false, true, true, false, false};

constexpr int extent = 40;

/// A square matrix with room for elements of 16 bytes.
struct Matrix {
    Matrix(int context, int block) : descriptor{1, context, extent, extent, block, block, 0, 0, 1} {
        int rows = 0;
        int columns = 0;
        int row = 0;
        int column = 0;
        int const first = 0;
        Cblacs_gridinfo(context, &rows, &columns, &row, &column);
        descriptor[8] = std::max(numroc_(&extent, &block, &row, &first, &rows), 1);
        int const wide = numroc_(&extent, &block, &column, &first, &columns);
        elements.resize(static_cast<std::size_t>(2 * descriptor[8] * wide));
        for (std::size_t at = 0; at < elements.size(); ++at)
            elements[at] = static_cast<double>(at % 100) + 100 * (2 * row + column);
    }
    std::array<int, 9> descriptor;
    std::vector<double> elements;
};

/// Makes an argument illegal. Returns the number of rows to move.
int spoil(std::string const& what, Matrix& a) {
    if (what == "lld") a.descriptor[8] = 1;
    if (what == "submatrix") return extent + 1;
    if (what == "source") a.descriptor[6] = 7;
    if (what == "extent") return -1;
    if (what == "kind") a.descriptor[0] = 501;
    if (what == "context") a.descriptor[1] = -1;
    return extent;
}

void call_illegally(std::string const& what, int routine, Matrix& a, Matrix& b, int context) {
    int const one = 1;
    int const rows = spoil(what, a);
    double const factor = 1;
    if (routine == 0)
        Cpdgemr2d(rows, extent, a.elements.data(), 1, 1, a.descriptor.data(), b.elements.data(), 1, 1, b.descriptor.data(),
                  context);
    else if (routine == 1)
        Cpdtrmr2d("U", "N", rows, extent, a.elements.data(), 1, 1, a.descriptor.data(), b.elements.data(), 1, 1,
                  b.descriptor.data(), context);
    else
        pdtran_(&rows, &extent, &factor, a.elements.data(), &one, &one, a.descriptor.data(), &factor, b.elements.data(), &one, &one,
                b.descriptor.data());
}

void call_all(Matrix& a, Matrix& b, int context) {
    int const one = 1;
    void* const from = a.elements.data();
    void* const to = b.elements.data();
    int* const desc_a = a.descriptor.data();
    int* const desc_b = b.descriptor.data();
    for (auto* const routine : rectangles) routine(extent, extent, from, 1, 1, desc_a, to, 1, 1, desc_b, context);
    for (auto* const routine : fortran_rectangles)
        routine(&extent, &extent, from, &one, &one, desc_a, to, &one, &one, desc_b, &context);
    for (auto* const routine : trapezoids) routine("U", "N", extent, extent, from, 1, 1, desc_a, to, 1, 1, desc_b, context);
    for (auto* const routine : fortran_trapezoids)
        routine("U", "N", &extent, &extent, from, &one, &one, desc_a, to, &one, &one, desc_b, &context);
    std::array<double, 2> const doubles{0.7, 0};
    std::array<float, 2> const floats{0.7F, 0};
    for (std::size_t number = 0; number < transpositions.size(); ++number) {
        void const* const factor = single_transpositions[number] ? static_cast<void const*>(floats.data()) : doubles.data();
        std::ranges::fill(b.elements, 0.0); // results of another type may be NaN
        transpositions[number](&extent, &extent, factor, from, &one, &one, desc_a, factor, to, &one, &one, desc_b);
    }
    Cpdtrmr2d("L", "U", 1, 1, from, 1, 1, desc_a, to, 1, 1, desc_b, context); // nothing moves
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int context = 0;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", 2, 2);
    Matrix a(context, 4);
    Matrix b(context, 3);
    if (argc > 2) {
        call_illegally(argv[1], std::atoi(argv[2]), a, b, context);
    } else {
        call_all(a, b, context);
        call_all(a, b, context); // finds all plans
    }
    Cblacs_gridexit(context);
    Cblacs_exit(1);
    MPI_Finalize();
    return 0;
}
