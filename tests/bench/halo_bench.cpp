// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a halo exchange beside MPI_Neighbor_alltoallw with subarray types, as a program writes it by hand; and one rank's share
// of a plan of a million ranks.
//
// Usage: local-mpirun -n 4 halo_bench [REPETITIONS] [POINTS]: 3-d, seven points, POINTS^3 doubles on each rank (256).
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/interleaved.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <string>
#include <vector>

using namespace tessera;

namespace {

using Three = std::array<int, 3>;

Mapping blocks(Extents const& extents, Extents const& grid) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = extents;
    spec.array.lower.assign(extents.size(), 0);
    spec.array.order = StorageOrder::C;
    spec.formats.assign(extents.size(), DistFormat::block());
    spec.processors.lower.assign(grid.size(), 0);
    spec.processors.extents = grid;
    return Mapping::make(spec).value();
}

/// What a careful programmer writes: a Cartesian communicator, one subarray type for each face on either side.
class ByHand {
  public:
    ByHand(Three const& grid, int points) : field_(static_cast<std::size_t>(std::pow(points + 2, 3))) {
        Three const periodic{0, 0, 0};
        MPI_Cart_create(MPI_COMM_WORLD, 3, grid.data(), periodic.data(), 0, &cart_);
        for (int d = 0; d < 3; ++d) {
            add_face(d, points, 1, 0);               // to the lower neighbour, and what comes from there
            add_face(d, points, points, points + 1); // to the upper one
        }
    }
    ~ByHand() {
        for (auto* types : {&sends_, &receives_})
            for (MPI_Datatype& type : *types) MPI_Type_free(&type);
        MPI_Comm_free(&cart_);
    }
    ByHand(ByHand const&) = delete;
    ByHand& operator=(ByHand const&) = delete;

    void exchange() {
        static std::vector<int> const ones(6, 1);
        static std::vector<MPI_Aint> const zeros(6, 0);
        MPI_Neighbor_alltoallw(field_.data(), ones.data(), zeros.data(), sends_.data(), field_.data(), ones.data(), zeros.data(),
                               receives_.data(), cart_);
    }

  private:
    static MPI_Datatype face(int dim, int points, int plane) {
        Three const sizes{points + 2, points + 2, points + 2};
        Three lengths{points, points, points};
        Three starts{1, 1, 1};
        lengths[static_cast<std::size_t>(dim)] = 1;
        starts[static_cast<std::size_t>(dim)] = plane;
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_Type_create_subarray(3, sizes.data(), lengths.data(), starts.data(), MPI_ORDER_C, MPI_DOUBLE, &type);
        MPI_Type_commit(&type);
        return type;
    }
    void add_face(int dim, int points, int sent, int received) {
        sends_.push_back(face(dim, points, sent));
        receives_.push_back(face(dim, points, received));
    }

    MPI_Comm cart_ = MPI_COMM_NULL;
    std::vector<double> field_;
    std::vector<MPI_Datatype> sends_;
    std::vector<MPI_Datatype> receives_;
};

/// All ranks do the same work in the same rounds, and each round ends when the last is done.
std::function<void()> together(std::function<void()> work) {
    return [work = std::move(work)] {
        for (int i = 0; i < 20; ++i) work();
        MPI_Barrier(MPI_COMM_WORLD);
    };
}

void compare_exchanges(int rounds, int points) {
    int ranks = 1;
    Rank rank = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Three grid{0, 0, 0};
    MPI_Dims_create(ranks, 3, grid.data());
    Extents const extents{Index{grid[0]} * points, Index{grid[1]} * points, Index{grid[2]} * points};
    auto const plan = HaloPlan::make(blocks(extents, {grid[0], grid[1], grid[2]}), Stencil::named("7", 3).value()).value();
    auto exchange = HaloExchange::make(plan, MPI_COMM_WORLD).value();
    std::vector<double> field(as_size(exchange.layout().allocation_size()), 1.0);
    ByHand by_hand(grid, points);
    std::vector<bench::Figure> figures{{"tessera", together([&] { exchange.exchange(field.data()); }), {}},
                                       {"MPI_Neighbor_alltoallw", together([&] { by_hand.exchange(); }), {}}};
    MPI_Barrier(MPI_COMM_WORLD);
    bench::measure(figures, rounds);
    if (rank != 0) return;
    std::printf("7 points, %d^3 doubles on each of %d ranks (%dx%dx%d), 20 exchanges, %d rounds\n", points, ranks, grid[0], grid[1],
                grid[2], rounds);
    for (auto const& figure : figures)
        std::printf("  %-24s %8.3f ms each, %.3f to %.3f\n", figure.name.c_str(), figure.median() * 50, figure.least() * 50,
                    figure.most() * 50);
    std::printf("  by hand / tessera: %.2f\n", figures[1].median() / figures[0].median());
}

void plan_one_of_a_million(int rounds) {
    Mapping const mapping = blocks({100000, 100000}, {1000, 1000});
    std::vector<bench::Figure> figures{{"halo of 9 points",
                                        [&] {
                                            auto const plan = HaloPlan::make(mapping, Stencil::named("9", 2).value()).value();
                                            if (plan.receives(500500).size() != 8 || plan.sends(500500).size() != 8) std::abort();
                                        },
                                        {}},
                                       {"shift by (1,-2)",
                                        [&] {
                                            auto const shift = GridShift::make(mapping, {1, -2}, ShiftEdge::Torus).value();
                                            if (shift.plan().receives(500500).empty() || shift.plan().sends(500500).empty())
                                                std::abort();
                                        },
                                        {}}};
    bench::measure(figures, rounds);
    std::printf("one rank's messages among 1000 x 1000 ranks, plan included\n");
    for (auto const& figure : figures) std::printf("  %-24s %8.3f ms (asked: 10)\n", figure.name.c_str(), figure.median() * 1000);
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const rounds = argc > 1 ? std::atoi(argv[1]) : 9;
    int const points = argc > 2 ? std::atoi(argv[2]) : 256;
    compare_exchanges(rounds, points);
    Rank rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) plan_one_of_a_million(rounds);
    return 0;
}
