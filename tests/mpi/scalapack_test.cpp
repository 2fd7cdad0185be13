// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random calls of ScaLAPACK's routines and of libtessera_scalapack's, compared: padding, and guards around the arrays too.
//
// Contexts come and go. Each pair of matrices has several calls, and some repeat the one before.
//
// Usage: local-mpirun -n N scalapack_tests scalapack_test [CALLS] [SEED]
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/block_cyclic_pairs.hpp"
#include "tests/suite/suite.hpp"

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mpi.h>
#include <optional>

using namespace tessera;
using namespace tessera::oracle;

extern "C" {
using Rectangle = void(int rows, int columns, void* a, int ia, int ja, int* desc_a, void* b, int ib, int jb, int* desc_b,
                       int context);
using FortranRectangle = void(int const* rows, int const* columns, void* a, int const* ia, int const* ja, int* desc_a, void* b,
                              int const* ib, int const* jb, int* desc_b, int const* context);
using Trapezoid = void(char* uplo, char* diag, int rows, int columns, void* a, int ia, int ja, int* desc_a, void* b, int ib, int jb,
                       int* desc_b, int context);
using FortranTrapezoid = void(char* uplo, char* diag, int const* rows, int const* columns, void* a, int const* ia, int const* ja,
                              int* desc_a, void* b, int const* ib, int const* jb, int* desc_b, int const* context);
using Transposition = void(int const* m, int const* n, void const* alpha, void* a, int const* ia, int const* ja, int* desc_a,
                           void const* beta, void* c, int const* ic, int const* jc, int* desc_c);
Rectangle Cpigemr2d, Cpsgemr2d, Cpdgemr2d, Cpcgemr2d, Cpzgemr2d;
Rectangle tessera_Cpigemr2d, tessera_Cpsgemr2d, tessera_Cpdgemr2d, tessera_Cpcgemr2d, tessera_Cpzgemr2d;
FortranRectangle tessera_pigemr2d_, tessera_psgemr2d_, tessera_pdgemr2d_, tessera_pcgemr2d_, tessera_pzgemr2d_;
Trapezoid Cpitrmr2d, Cpstrmr2d, Cpdtrmr2d, Cpctrmr2d, Cpztrmr2d;
Trapezoid tessera_Cpitrmr2d, tessera_Cpstrmr2d, tessera_Cpdtrmr2d, tessera_Cpctrmr2d, tessera_Cpztrmr2d;
FortranTrapezoid tessera_pitrmr2d_, tessera_pstrmr2d_, tessera_pdtrmr2d_, tessera_pctrmr2d_, tessera_pztrmr2d_;
Transposition pstran_, pdtran_, pctranu_, pctranc_, pztranu_, pztranc_;
Transposition tessera_pstran_, tessera_pdtran_, tessera_pctranu_, tessera_pctranc_, tessera_pztranu_, tessera_pztranc_;
}

namespace {

using Bytes = std::vector<unsigned char>;

template <class C, class Fortran>
struct Routine {
    C* theirs;
    C* ours;
    Fortran* ours_of_fortran;
};
struct Type {
    char letter;
    int bytes;
    Routine<Rectangle, FortranRectangle> rectangle;
    Routine<Trapezoid, FortranTrapezoid> trapezoid;
};
constexpr std::array types{
    Type{'i', 4, {Cpigemr2d, tessera_Cpigemr2d, tessera_pigemr2d_}, {Cpitrmr2d, tessera_Cpitrmr2d, tessera_pitrmr2d_}},
    Type{'s', 4, {Cpsgemr2d, tessera_Cpsgemr2d, tessera_psgemr2d_}, {Cpstrmr2d, tessera_Cpstrmr2d, tessera_pstrmr2d_}},
    Type{'d', 8, {Cpdgemr2d, tessera_Cpdgemr2d, tessera_pdgemr2d_}, {Cpdtrmr2d, tessera_Cpdtrmr2d, tessera_pdtrmr2d_}},
    Type{'c', 8, {Cpcgemr2d, tessera_Cpcgemr2d, tessera_pcgemr2d_}, {Cpctrmr2d, tessera_Cpctrmr2d, tessera_pctrmr2d_}},
    Type{'z', 16, {Cpzgemr2d, tessera_Cpzgemr2d, tessera_pzgemr2d_}, {Cpztrmr2d, tessera_Cpztrmr2d, tessera_pztrmr2d_}}};

struct Transposer {
    char const* name;
    bool is_single;
    bool is_complex;
    Transposition* theirs;
    Transposition* ours;
};
constexpr std::array transposers{
    Transposer{"pstran", true, false, pstran_, tessera_pstran_},    Transposer{"pdtran", false, false, pdtran_, tessera_pdtran_},
    Transposer{"pctranu", true, true, pctranu_, tessera_pctranu_},  Transposer{"pctranc", true, true, pctranc_, tessera_pctranc_},
    Transposer{"pztranu", false, true, pztranu_, tessera_pztranu_}, Transposer{"pztranc", false, true, pztranc_, tessera_pztranc_}};

constexpr int guards = 64; // bytes in front of and behind an array
constexpr int most_element_bytes = 16;

/// The BLACS context of a matrix's grid; -1 on other ranks.
class Context {
  public:
    explicit Context(Descriptor const& matrix) : handle_(make_context(matrix)) {}
    Context(Context const&) = delete;
    Context& operator=(Context const&) = delete;
    ~Context() {
        if (handle_ >= 0) Cblacs_gridexit(handle_);
    }
    [[nodiscard]] int handle() const { return handle_; }

  private:
    int handle_;
};

/// One matrix as this rank holds it, with guards.
class Part {
  public:
    Part(Descriptor const& matrix, Context const& context) {
        int leading = 1;
        int columns = 0;
        if (context.handle() >= 0) {
            auto const number =
                static_cast<int>(std::ranges::find(matrix.ranks, Communicator::world().rank()) - matrix.ranks.begin());
            leading = matrix.leading(number);
            columns = matrix.columns_of(number);
        }
        descriptor_ = matrix.words(context.handle(), leading);
        if (context.handle() < 0) std::fill(descriptor_.begin() + 2, descriptor_.end(), 0); // need not know the matrix
        bytes_.resize(static_cast<std::size_t>(2 * guards + leading * columns * most_element_bytes));
    }

    [[nodiscard]] int* descriptor() { return descriptor_.data(); }
    [[nodiscard]] Bytes& bytes() { return bytes_; }
    [[nodiscard]] void* data() { return bytes_.data() + guards; }

    void fill_with_bytes(std::mt19937_64& random) {
        for (std::size_t at = 0; at < bytes_.size(); at += sizeof(std::uint64_t)) {
            std::uint64_t const some = random();
            std::memcpy(bytes_.data() + at, &some, std::min(sizeof(some), bytes_.size() - at));
        }
    }
    /// Small whole numbers, whose sums and products are exact. NaN in place of all: for elements that nothing may read.
    template <class Real>
    void fill_with_numbers(std::mt19937_64& random, bool unreadable) {
        for (std::size_t at = 0; at + sizeof(Real) <= bytes_.size(); at += sizeof(Real)) {
            auto const bits = random();
            auto const digit = static_cast<Real>(static_cast<int>(bits % 8) + 1);
            Real const value = unreadable ? std::numeric_limits<Real>::quiet_NaN() : bits & 8U ? digit : -digit;
            std::memcpy(bytes_.data() + at, &value, sizeof(Real));
        }
    }

  private:
    std::array<int, 9> descriptor_{};
    Bytes bytes_;
};

/// Two matrices and the contexts of their grids. `common`: of all ranks.
struct Matrices {
    Pair pair;
    Part& from;
    Part& to;
    bool within_one;
    int common;
};

/// Returns whether two results are equal. Zeros may differ in their sign.
template <class Real>
bool are_equal(Bytes const& a, Bytes const& b) {
    for (std::size_t at = 0; at + sizeof(Real) <= a.size(); at += sizeof(Real)) {
        if (std::memcmp(a.data() + at, b.data() + at, sizeof(Real)) == 0) continue;
        Real x{};
        Real y{};
        std::memcpy(&x, a.data() + at, sizeof(Real));
        std::memcpy(&y, b.data() + at, sizeof(Real));
        if (x != y) return false;
    }
    return true;
}

/// One call by both: what ScaLAPACK made of the target, and what Tessera made of it.
struct Outcome {
    std::string text;
    bool same = true;
};

/// Does a call by both. `theirs` and `ours` take A and B.
template <class Theirs, class Ours, class Equal>
bool compare(Matrices& matrices, Theirs const& theirs, Ours const& ours, int calls, Equal const& equal) {
    Bytes const source = matrices.from.bytes();
    Bytes const target = matrices.to.bytes();
    theirs(matrices.from.data(), matrices.to.data());
    Bytes const expected = matrices.to.bytes();
    bool const kept = matrices.within_one || matrices.from.bytes() == source;
    for (int call = 0; call < calls; ++call) { // the second finds the plan of the first
        matrices.from.bytes() = source;
        matrices.to.bytes() = target;
        ours(matrices.from.data(), matrices.to.data(), call);
    }
    return kept && equal(expected, matrices.to.bytes()) && (matrices.within_one || matrices.from.bytes() == source);
}

std::string text_of(Pair const& pair) {
    return std::to_string(pair.m) + " x " + std::to_string(pair.n) + " elements from (" + std::to_string(pair.ia) + "," +
           std::to_string(pair.ja) + ") of " + pair.from.text() + " to (" + std::to_string(pair.ib) + "," +
           std::to_string(pair.jb) + ") of " + pair.to.text();
}

/// A call of p?gemr2d or p?trmr2d.
Outcome copy(Choice& choice, Matrices& matrices, std::mt19937_64& random) {
    Pair const pair = with_other_submatrices(choice, matrices.pair, false, matrices.within_one);
    Type const& type = types[static_cast<std::size_t>(choice.between(0, static_cast<int>(types.size()) - 1))];
    bool const whole = choice.one_in(2);
    bool const by_fortran = choice.one_in(2);
    char uplo = "UuLlX"[choice.between(0, 4)];
    char diag = "UuNnX"[choice.between(0, 4)];
    int const calls = choice.between(1, 2);
    int* const from = matrices.from.descriptor();
    int* const to = matrices.to.descriptor();
    int const common = matrices.common;
    matrices.from.fill_with_bytes(random);
    if (!matrices.within_one) matrices.to.fill_with_bytes(random);
    auto const theirs = [&](void* a, void* b) {
        if (whole)
            type.rectangle.theirs(pair.m, pair.n, a, pair.ia, pair.ja, from, b, pair.ib, pair.jb, to, common);
        else
            type.trapezoid.theirs(&uplo, &diag, pair.m, pair.n, a, pair.ia, pair.ja, from, b, pair.ib, pair.jb, to, common);
    };
    auto const ours = [&](void* a, void* b, int) {
        if (whole && by_fortran)
            type.rectangle.ours_of_fortran(&pair.m, &pair.n, a, &pair.ia, &pair.ja, from, b, &pair.ib, &pair.jb, to, &common);
        else if (whole)
            type.rectangle.ours(pair.m, pair.n, a, pair.ia, pair.ja, from, b, pair.ib, pair.jb, to, common);
        else if (by_fortran)
            type.trapezoid.ours_of_fortran(&uplo, &diag, &pair.m, &pair.n, a, &pair.ia, &pair.ja, from, b, &pair.ib, &pair.jb, to,
                                           &common);
        else
            type.trapezoid.ours(&uplo, &diag, pair.m, pair.n, a, pair.ia, pair.ja, from, b, pair.ib, pair.jb, to, common);
    };
    bool const same = compare(matrices, theirs, ours, calls, [](Bytes const& a, Bytes const& b) { return a == b; });
    return {std::string("type ") + type.letter + (whole ? ", " : std::string(", UPLO ") + uplo + ", DIAG " + diag + ", ") +
                text_of(pair),
            same};
}

template <class Real>
bool transpose_numbers(Matrices& matrices, Pair const& pair, Transposer const& transposer, std::array<Real, 2> alpha,
                       std::array<Real, 2> beta, int calls, std::mt19937_64& random) {
    bool const unread = beta == std::array<Real, 2>{};
    matrices.from.fill_with_numbers<Real>(random, false);
    if (!matrices.within_one) matrices.to.fill_with_numbers<Real>(random, unread);
    if (matrices.to.descriptor()[1] < 0) return true; // not in the grid: does not call
    auto const by = [&](Transposition* routine) {
        return [&, routine](void* a, void* c, int = 0) {
            routine(&pair.m, &pair.n, alpha.data(), a, &pair.ia, &pair.ja, matrices.from.descriptor(), beta.data(), c, &pair.ib,
                    &pair.jb, matrices.to.descriptor());
        };
    };
    return compare(matrices, by(transposer.theirs), by(transposer.ours), calls, are_equal<Real>);
}

/// A call of p?tran.
Outcome transpose(Choice& choice, Matrices& matrices, std::mt19937_64& random) {
    Pair const pair = with_other_submatrices(choice, matrices.pair, true, matrices.within_one);
    auto const& transposer = transposers[static_cast<std::size_t>(choice.between(0, static_cast<int>(transposers.size()) - 1))];
    constexpr std::array<float, 6> factors{0, 1, -1, 2, 0.5F, -3};
    auto const factor = [&] { return factors[static_cast<std::size_t>(choice.between(0, static_cast<int>(factors.size()) - 1))]; };
    std::array<float, 2> alpha{factor(), factor()};
    std::array<float, 2> beta{factor(), factor()};
    if (choice.one_in(2)) beta = {};
    if (choice.one_in(3)) alpha = {1, 0};
    if (!transposer.is_complex) alpha[1] = beta[1] = 0;
    int const calls = choice.between(1, 2);
    bool const same = transposer.is_single ? transpose_numbers<float>(matrices, pair, transposer, alpha, beta, calls, random)
                                           : transpose_numbers<double>(matrices, pair, transposer, {alpha[0], alpha[1]},
                                                                       {beta[0], beta[1]}, calls, random);
    std::string const scalars = " alpha (" + std::to_string(alpha[0]) + "," + std::to_string(alpha[1]) + ") beta (" +
                                std::to_string(beta[0]) + "," + std::to_string(beta[1]) + ") ";
    return {transposer.name + scalars + text_of(pair), same};
}

/// Does some calls with one pair of matrices and adds their outcomes.
void do_calls(Choice& choice, int calls, int common, std::vector<Outcome>& outcomes) {
    std::mt19937_64 random(outcomes.size() * 1000 + static_cast<std::uint64_t>(Communicator::world().rank()));
    int const kind = choice.between(1, 6); // 1 to 3: two grids; 4 and 5: one grid; 6: one matrix
    // A trapezoid of 300 columns has several strips, and messages of 1500 columns several slabs.
    int const most = choice.one_in(30) ? 1500 : choice.one_in(4) ? 300 : 60;
    Pair pair = kind <= 3 ? random_pair(choice, most) : random_pair_on_one_grid(choice, most);
    if (kind == 6) pair.to = pair.from;
    Context const from_context(pair.from);
    std::optional<Context> to_context;
    if (kind <= 3) to_context.emplace(pair.to);
    Part from(pair.from, from_context);
    Part to(pair.to, to_context ? *to_context : from_context);
    Matrices matrices{pair, from, kind == 6 ? from : to, kind == 6, common};
    for (int call = 0; call < calls; ++call) {
        bool const transposes = kind > 3 && choice.one_in(2);
        outcomes.push_back(transposes ? transpose(choice, matrices, random) : copy(choice, matrices, random));
    }
}

/// Prints the calls that differ on some rank, and returns their number. Collective.
int count_differences(std::vector<Outcome> const& outcomes) {
    std::vector<int> same;
    for (Outcome const& each : outcomes) same.push_back(each.same ? 1 : 0);
    MPI_Allreduce(MPI_IN_PLACE, same.data(), static_cast<int>(same.size()), MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    for (std::size_t call = 0; call < same.size(); ++call)
        if (same[call] == 0 && Communicator::world().rank() == 0)
            std::printf("call %zu differs: %s\n", call, outcomes[call].text.c_str());
    return static_cast<int>(std::ranges::count(same, 0));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const calls = argc > 1 ? std::atoi(argv[1]) : 300;
    auto const seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    constexpr int calls_of_pair = 10;
    constexpr int calls_of_context = 100;
    Choice choice(seed);
    std::vector<Outcome> outcomes;
    int context = -1;
    for (int number = 0; number < calls; number += calls_of_pair) {
        if (number % calls_of_context == 0) { // the context of all goes, too, and another one of the same processes comes
            if (context >= 0) Cblacs_gridexit(context);
            Cblacs_get(-1, 0, &context);
            Cblacs_gridinit(&context, number % (2 * calls_of_context) == 0 ? "Row" : "Column", 1, Communicator::world().size());
        }
        do_calls(choice, std::min(calls_of_pair, calls - number), context, outcomes);
    }
    Cblacs_gridexit(context);
    int const wrong = count_differences(outcomes);
    if (Communicator::world().rank() == 0) std::printf("%d calls of seed %llu, %d differ\n", calls, seed, wrong);
    return wrong == 0 ? 0 : 1;
}
