// SPDX-License-Identifier: BSD-3-Clause
// Tessera: p?gemr2d and p?trmr2d of ScaLAPACK, under their own names and with the prefix tessera_.
#include "libcore/api/scalapack/replacement.hpp"

#include <cctype>

namespace tessera::scalapack {
namespace {

/// The arguments that p?gemr2d and p?trmr2d have in common.
struct Arguments {
    int rows, columns;
    void* a;
    int ia, ja;
    int* desc_a;
    void* b;
    int ib, jb;
    int* desc_b;
    int context;
};

MoveRequest request_of(char type, Arguments const& given) {
    MoveRequest request;
    request.type = type;
    request.rows = given.rows;
    request.columns = given.columns;
    request.from = MatrixSide::of(given.desc_a, given.ia, given.ja);
    request.to = MatrixSide::of(given.desc_b, given.ib, given.jb);
    return request;
}

void move_rectangle(char const* routine, char type, Arguments const& given) {
    if (given.rows == 0 || given.columns == 0) return;
    using Original = void(int, int, void*, int, int, int*, void*, int, int, int*, int);
    replace({routine, request_of(type, given), given.a, given.b, given.context, [&](void* original, void* b) {
                 reinterpret_cast<Original*>(original)(given.rows, given.columns, given.a, given.ia, given.ja, given.desc_a, b,
                                                       given.ib, given.jb, given.desc_b, given.context);
             }});
}

void move_trapezoid(char const* routine, char type, char* uplo, char* diag, Arguments const& given) {
    if (given.rows == 0 || given.columns == 0) return;
    MoveRequest request = request_of(type, given);
    // ScaLAPACK takes any other letter of UPLO as L. Only U keeps the diagonal of a lower trapezoid, only N moves that of an upper
    // one.
    bool const upper = std::toupper(static_cast<unsigned char>(*uplo)) == 'U';
    int const letter = std::toupper(static_cast<unsigned char>(*diag));
    request.part = upper ? Part::Upper : Part::Lower;
    request.diagonal = (upper ? letter == 'N' : letter != 'U') ? 1 : 0;
    using Original = void(char*, char*, int, int, void*, int, int, int*, void*, int, int, int*, int);
    replace({routine, request, given.a, given.b, given.context, [&](void* original, void* b) {
                 reinterpret_cast<Original*>(original)(uplo, diag, given.rows, given.columns, given.a, given.ia, given.ja,
                                                       given.desc_a, b, given.ib, given.jb, given.desc_b, given.context);
             }});
}

} // namespace
} // namespace tessera::scalapack

// For each type the C functions, such as Cpdgemr2d(m, n, A, ia, ja, descA, B, ib, jb, descB, context), and the Fortran routines,
// whose arguments are pointers. Both name ScaLAPACK's C function, which does what they do not.
#define TESSERA_COPIES_OF(PREFIX, LETTER)                                                                                          \
    void PREFIX##Cp##LETTER##gemr2d(int m, int n, void* a, int ia, int ja, int* desc_a, void* b, int ib, int jb, int* desc_b,      \
                                    int context) {                                                                                 \
        tessera::scalapack::move_rectangle("Cp" #LETTER "gemr2d", #LETTER[0],                                                      \
                                           {m, n, a, ia, ja, desc_a, b, ib, jb, desc_b, context});                                 \
    }                                                                                                                              \
    void PREFIX##p##LETTER##gemr2d_(int const* m, int const* n, void* a, int const* ia, int const* ja, int* desc_a, void* b,       \
                                    int const* ib, int const* jb, int* desc_b, int const* context) {                               \
        tessera::scalapack::move_rectangle("Cp" #LETTER "gemr2d", #LETTER[0],                                                      \
                                           {*m, *n, a, *ia, *ja, desc_a, b, *ib, *jb, desc_b, *context});                          \
    }                                                                                                                              \
    void PREFIX##Cp##LETTER##trmr2d(char* uplo, char* diag, int m, int n, void* a, int ia, int ja, int* desc_a, void* b, int ib,   \
                                    int jb, int* desc_b, int context) {                                                            \
        tessera::scalapack::move_trapezoid("Cp" #LETTER "trmr2d", #LETTER[0], uplo, diag,                                          \
                                           {m, n, a, ia, ja, desc_a, b, ib, jb, desc_b, context});                                 \
    }                                                                                                                              \
    void PREFIX##p##LETTER##trmr2d_(char* uplo, char* diag, int const* m, int const* n, void* a, int const* ia, int const* ja,     \
                                    int* desc_a, void* b, int const* ib, int const* jb, int* desc_b, int const* context) {         \
        tessera::scalapack::move_trapezoid("Cp" #LETTER "trmr2d", #LETTER[0], uplo, diag,                                          \
                                           {*m, *n, a, *ia, *ja, desc_a, b, *ib, *jb, desc_b, *context});                          \
    }
#define TESSERA_COPIES(LETTER)                                                                                                     \
    TESSERA_COPIES_OF(, LETTER)                                                                                                    \
    TESSERA_COPIES_OF(tessera_, LETTER)

extern "C" {
TESSERA_COPIES(i)
TESSERA_COPIES(s)
TESSERA_COPIES(d)
TESSERA_COPIES(c)
TESSERA_COPIES(z)
}
