// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transposition measured beside FFTW's MPI transpose and a plain memcpy of the local array, interleaved in one run.
//
// Usage: local-mpirun -n 4 fftw_bench [REPETITIONS] [SHRINK]: arrays a SHRINK-th as wide.
#include "libcore/pipeline/transition.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/bench/beside.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fftw3-mpi.h>
#include <fmt/format.h>
#include <memory>
#include <numeric>

using namespace tessera;
using tessera::bench::Contender;

namespace {

/// n0 x n1 tuples, stored by rows, whose rows are dealt out in blocks; afterwards n1 x n0.
struct Shape {
    char const* name;
    Index n0;
    Index n1;
    Index doubles;      ///< of a tuple
    char const* array;  ///< as directives: the source
    char const* turned; ///< the target
    char const* transposition;
};

constexpr std::array shapes{
    Shape{"{0} x {1} doubles", 4096, 4096, 1, "double A[{0}][{1}]", "double B[{1}][{0}]", "B[j][i]=A[i][j]"},
    Shape{"{0} x {1} x 64 complex", 1024, 1024, 128, "complex*16 A[{0}][{1}][64]", "complex*16 B[{1}][{0}][64]",
          "B[j][i][k]=A[i][j][k]"},
};

std::shared_ptr<MultiPlan const> plan_of(Shape const& shape, int ranks) {
    auto const directive = [&](char const* text) { return fmt::format(fmt::runtime(text), shape.n0, shape.n1); };
    std::string const blocks = shape.doubles > 1 ? "(block,*,*)" : "(block,*)";
    auto const job =
        parse_compact({{directive(shape.array), directive(shape.turned)}, blocks, blocks, {shape.transposition}}, {ranks, nullptr});
    return whole_transition(job.value()).value().plan;
}

/// FFTW's plan for arrays of its own choosing, which are blocks of rows like ours wherever the ranks divide them.
class FftwTranspose {
  public:
    FftwTranspose(Shape const& shape, Buffer& from, Buffer& to)
        : plan_(fftw_mpi_plan_many_transpose(shape.n0, shape.n1, shape.doubles, FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK,
                                             reinterpret_cast<double*>(from.data()), reinterpret_cast<double*>(to.data()),
                                             MPI_COMM_WORLD, FFTW_MEASURE)) {
        if (plan_ == nullptr) throw std::runtime_error("FFTW makes no plan");
    }
    FftwTranspose(FftwTranspose const&) = delete;
    FftwTranspose& operator=(FftwTranspose const&) = delete;
    ~FftwTranspose() { fftw_destroy_plan(plan_); }

    void execute() const { fftw_execute(plan_); }

  private:
    fftw_plan plan_;
};

RedistributorOptions by(Transport transport) {
    RedistributorOptions options;
    options.transport = transport;
    return options;
}

void print(std::string const& name, std::vector<Contender> const& all) {
    if (Communicator::world().rank() != 0) return;
    std::printf("%-26s", name.c_str());
    for (Contender const& each : all) std::printf(" %8.1f+-%2.0f%%", each.median() * 1e3, each.spread() * 50);
    std::printf(" |");
    for (std::size_t i = 2; i < all.size(); ++i) std::printf(" %8.2f", all[0].median() / all[i].median());
    std::printf("\n");
    std::fflush(stdout);
}

void measure(Shape const& shape, int repetitions) {
    std::string const name = fmt::format(fmt::runtime(shape.name), shape.n0, shape.n1);
    Index const bytes = shape.n0 * shape.n1 * shape.doubles * 8 / Communicator::world().size();
    Buffer from(bytes);
    Buffer theirs(bytes);
    Buffer ours(bytes);
    Buffer copy(bytes);
    FftwTranspose const fftw(shape, from, theirs); // measures, and overwrites what is there
    auto* const doubles = reinterpret_cast<double*>(from.data());
    std::iota(doubles, doubles + bytes / 8, static_cast<double>(Communicator::world().rank() * (bytes / 8)));
    copy.clear();
    auto const plan = plan_of(shape, Communicator::world().size());
    auto const make = [&](Transport transport) { return Redistributor::make(*plan, MPI_COMM_WORLD, by(transport)).value(); };
    auto shared = DistributedArray::make(plan->plans().front().source(), MPI_COMM_WORLD).value();
    std::memcpy(shared.data(), from.data(), as_size(bytes));
    std::array<DistributedArray const*, 1> const straight_from{&shared};
    std::array<void*, 1> const to{ours.data()};
    auto p2p = make(Transport::PointToPoint);
    auto alltoallv = make(Transport::Alltoallv);
    auto staged = make(Transport::Auto);
    auto straight = make(Transport::Auto);
    std::vector<Contender> contenders{
        {"fftw", [&] { fftw.execute(); }},
        {"memcpy", [&] { std::memcpy(copy.data(), from.data(), as_size(bytes)); }},
        {"p2p, made each time", [&] { make(Transport::PointToPoint).execute(from.data(), ours.data()); }, &ours},
        {"p2p", [&] { p2p.execute(from.data(), ours.data()); }, &ours},
        {"alltoallv", [&] { alltoallv.execute(from.data(), ours.data()); }, &ours},
        {"by way of shared memory", [&] { staged.execute(from.data(), ours.data()); }, &ours},
        {"straight", [&] { straight.execute(straight_from, to); }, &ours}};
    bench::measure(contenders, theirs, ours, name, repetitions);
    print(name, contenders);
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    fftw_mpi_init();
    int const repetitions = argc > 1 ? std::atoi(argv[1]) : 11;
    Index const shrink = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 1;
    if (Communicator::world().rank() == 0) {
        std::printf("Milliseconds of the slowest of %d ranks: median of %d interleaved runs, +- half of what lies between their "
                    "quarters.\nFFTW's plan is FFTW_MEASURE, kept. Behind the bar: how many times faster than FFTW.\n\n",
                    Communicator::world().size(), repetitions);
        std::printf("%-26s %13s %13s %13s %13s %13s %13s %13s | %8s %8s %8s %8s %8s\n", "", "FFTW", "memcpy", "p2p, made", "p2p",
                    "alltoallv", "gathered in", "straight", "made", "p2p", "a2av", "gath.", "straight");
        std::printf("%-26s %13s %13s %13s %13s %13s %13s\n", "", "", "", "each time", "", "", "shared mem.");
    }
    for (Shape shape : shapes) {
        shape.n0 /= shrink;
        shape.n1 /= shrink;
        measure(shape, repetitions);
    }
    return 0;
}
