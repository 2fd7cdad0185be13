// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random submatrices of all types moved by ScaLAPACK and by libtessera_scalapack, compared byte by byte: padding, and
// guards around the arrays too. Contexts come and go; some calls repeat the one before.
//
// Usage: local-mpirun -n N scalapack_tests scalapack_test [PAIRS] [SEED]
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/reductions.hpp"
#include "tests/mpi/block_cyclic_pairs.hpp"
#include "tests/suite/suite.hpp"

#include <cstdio>
#include <cstdlib>

using namespace tessera;
using namespace tessera::oracle;

extern "C" {
using Gemr2d = void(int rows, int columns, void* a, int ia, int ja, int* desc_a, void* b, int ib, int jb, int* desc_b, int context);
Gemr2d Cpigemr2d, Cpsgemr2d, Cpdgemr2d, Cpcgemr2d, Cpzgemr2d;
Gemr2d tessera_Cpigemr2d, tessera_Cpsgemr2d, tessera_Cpdgemr2d, tessera_Cpcgemr2d, tessera_Cpzgemr2d;
void tessera_pdgemr2d_(int const* rows, int const* columns, void* a, int const* ia, int const* ja, int* desc_a, void* b,
                       int const* ib, int const* jb, int* desc_b, int const* context);
}

namespace {

using Bytes = std::vector<unsigned char>;

struct Type {
    char letter;
    int bytes;
    Gemr2d* theirs;
    Gemr2d* ours;
};
constexpr std::array types{Type{'i', 4, Cpigemr2d, tessera_Cpigemr2d}, Type{'s', 4, Cpsgemr2d, tessera_Cpsgemr2d},
                           Type{'d', 8, Cpdgemr2d, tessera_Cpdgemr2d}, Type{'c', 8, Cpcgemr2d, tessera_Cpcgemr2d},
                           Type{'z', 16, Cpzgemr2d, tessera_Cpzgemr2d}};

constexpr int guards = 64; // bytes in front of and behind an array

/// One matrix as this rank holds it: random bytes, guards included.
class Part {
  public:
    Part(Descriptor const& matrix, int element_bytes, std::uint64_t seed) : context_(make_context(matrix)) {
        int leading = 1;
        int columns = 0;
        if (context_ >= 0) {
            auto const number =
                static_cast<int>(std::ranges::find(matrix.ranks, Communicator::world().rank()) - matrix.ranks.begin());
            leading = matrix.leading(number);
            columns = matrix.columns_of(number);
        }
        descriptor_ = matrix.words(context_, leading);
        if (context_ < 0) std::fill(descriptor_.begin() + 2, descriptor_.end(), 0); // other processes need not know the matrix
        bytes_.resize(static_cast<std::size_t>(2 * guards + leading * columns * element_bytes));
        std::mt19937_64 random(seed + static_cast<std::uint64_t>(Communicator::world().rank()));
        for (unsigned char& each : bytes_) each = static_cast<unsigned char>(random());
    }
    Part(Part const&) = delete;
    Part& operator=(Part const&) = delete;
    ~Part() {
        if (context_ >= 0) Cblacs_gridexit(context_);
    }

    [[nodiscard]] int* descriptor() { return descriptor_.data(); }
    [[nodiscard]] Bytes& bytes() { return bytes_; }

  private:
    int context_;
    std::array<int, 9> descriptor_{};
    Bytes bytes_;
};

/// Collective: do both move the same?
bool agree(Choice& choice, int number, int context) {
    Pair const pair = random_pair(choice);
    Type const& type = types[static_cast<std::size_t>(choice.between(0, static_cast<int>(types.size()) - 1))];
    Part source(pair.from, type.bytes, static_cast<std::uint64_t>(number) * 1000);
    Part target(pair.to, type.bytes, static_cast<std::uint64_t>(number) * 1000 + 500);
    Bytes const before = source.bytes();
    Bytes ours = target.bytes();
    type.theirs(pair.m, pair.n, source.bytes().data() + guards, pair.ia, pair.ja, source.descriptor(),
                target.bytes().data() + guards, pair.ib, pair.jb, target.descriptor(), context);
    int const calls = choice.between(1, 2); // the second finds the plan of the first
    for (int call = 0; call < calls; ++call) {
        if (type.letter == 'd' && call == 1)
            tessera_pdgemr2d_(&pair.m, &pair.n, source.bytes().data() + guards, &pair.ia, &pair.ja, source.descriptor(),
                              ours.data() + guards, &pair.ib, &pair.jb, target.descriptor(), &context);
        else
            type.ours(pair.m, pair.n, source.bytes().data() + guards, pair.ia, pair.ja, source.descriptor(), ours.data() + guards,
                      pair.ib, pair.jb, target.descriptor(), context);
    }
    bool const same = on_all(Communicator::world(), source.bytes() == before && ours == target.bytes());
    if (!same && Communicator::world().rank() == 0)
        std::printf("pair %d, type %c, differs: %d x %d elements from (%d,%d) of %s to (%d,%d) of %s\n", number, type.letter,
                    pair.m, pair.n, pair.ia, pair.ja, pair.from.text().c_str(), pair.ib, pair.jb, pair.to.text().c_str());
    return same;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const pairs = argc > 1 ? std::atoi(argv[1]) : 300;
    auto const seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    Choice choice(seed);
    int wrong = 0;
    int context = -1;
    for (int number = 0; number < pairs; ++number) {
        if (number % 50 == 0) { // the context of all goes, too, and another one of the same processes comes
            if (context >= 0) Cblacs_gridexit(context);
            Cblacs_get(-1, 0, &context);
            Cblacs_gridinit(&context, number % 100 == 0 ? "Row" : "Column", 1, Communicator::world().size());
        }
        wrong += agree(choice, number, context) ? 0 : 1;
    }
    Cblacs_gridexit(context);
    if (Communicator::world().rank() == 0) std::printf("%d pairs of seed %llu, %d differ\n", pairs, seed, wrong);
    return wrong == 0 ? 0 : 1;
}
