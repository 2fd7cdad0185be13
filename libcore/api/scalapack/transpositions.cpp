// SPDX-License-Identifier: BSD-3-Clause
// Tessera: p?tran, p?tranu and p?tranc of PBLAS, under their own names and with the prefix tessera_.
#include "libcore/api/scalapack/replacement.hpp"

#include <complex>
#include <string_view>

namespace tessera::scalapack {
namespace {

/// The arguments of p?tran. Factors are of the routine's type.
struct Transposition {
    int const* m;
    int const* n;
    void const* alpha;
    void* a;
    int const* ia;
    int const* ja;
    int* desc_a;
    void const* beta;
    void* c;
    int const* ic;
    int const* jc;
    int* desc_c;
};

std::complex<double> factor_of(char type, void const* factor) {
    switch (type) {
    case 's':
        return *static_cast<float const*>(factor);
    case 'd':
        return *static_cast<double const*>(factor);
    case 'c':
        return std::complex<double>(*static_cast<std::complex<float> const*>(factor));
    default:
        return *static_cast<std::complex<double> const*>(factor);
    }
}

/// Returns why PBLAS should do the call, or nothing. PBLAS checks its arguments even if nothing moves.
std::string_view refusal_of(Transposition const& given, MoveRequest const& request, std::complex<double> alpha) {
    enum { DescriptorKind, Context, Leading = 8 };
    if (given.desc_a[DescriptorKind] != 1 || given.desc_c[DescriptorKind] != 1) return "DTYPE is not 1";
    if (given.desc_a[Context] != given.desc_c[Context]) return "A and C have different contexts";
    if (request.to.member == 0) return "the process is not in the context";
    if (given.desc_a[Leading] < 1 || given.desc_c[Leading] < 1) return "LLD is below 1";
    if (*given.m <= 0 || *given.n <= 0) return "M or N is not positive";
    return alpha == 0.0 ? "ALPHA is 0" : "";
}

void transpose(char const* routine, char type, bool conjugate, Transposition const& given) {
    std::complex<double> const alpha = factor_of(type, given.alpha);
    std::complex<double> const beta = factor_of(type, given.beta);
    MoveRequest request;
    request.alpha = {alpha.real(), alpha.imag()};
    request.beta = {beta.real(), beta.imag()};
    request.type = type;
    request.rows = *given.m;
    request.columns = *given.n;
    request.transposed = 1;
    request.conjugate = conjugate ? 1 : 0;
    request.from = MatrixSide::of(given.desc_a, *given.ia, *given.ja);
    request.to = MatrixSide::of(given.desc_c, *given.ic, *given.jc);
    using Original = void(int const*, int const*, void const*, void*, int const*, int const*, int*, void const*, void*, int const*,
                          int const*, int*);
    auto const original = [&](void* address, void* c) {
        reinterpret_cast<Original*>(address)(given.m, given.n, given.alpha, given.a, given.ia, given.ja, given.desc_a, given.beta,
                                             c, given.ic, given.jc, given.desc_c);
    };
    replace({routine, request, given.a, given.c, given.desc_c[1], original, refusal_of(given, request, alpha)});
}

} // namespace
} // namespace tessera::scalapack

// For each type the Fortran routine, such as pdtran(m, n, alpha, A, ia, ja, descA, beta, C, ic, jc, descC).
#define TESSERA_TRANSPOSITION_OF(PREFIX, NAME, LETTER, CONJUGATE)                                                                  \
    void PREFIX##NAME(int const* m, int const* n, void const* alpha, void* a, int const* ia, int const* ja, int* desc_a,           \
                      void const* beta, void* c, int const* ic, int const* jc, int* desc_c) {                                      \
        tessera::scalapack::transpose(#NAME, LETTER, CONJUGATE, {m, n, alpha, a, ia, ja, desc_a, beta, c, ic, jc, desc_c});        \
    }
#define TESSERA_TRANSPOSITION(NAME, LETTER, CONJUGATE)                                                                             \
    TESSERA_TRANSPOSITION_OF(, NAME, LETTER, CONJUGATE)                                                                            \
    TESSERA_TRANSPOSITION_OF(tessera_, NAME, LETTER, CONJUGATE)

extern "C" {
TESSERA_TRANSPOSITION(pstran_, 's', false)
TESSERA_TRANSPOSITION(pdtran_, 'd', false)
TESSERA_TRANSPOSITION(pctranu_, 'c', false)
TESSERA_TRANSPOSITION(pztranu_, 'z', false)
TESSERA_TRANSPOSITION(pctranc_, 'c', true)
TESSERA_TRANSPOSITION(pztranc_, 'z', true)
}
