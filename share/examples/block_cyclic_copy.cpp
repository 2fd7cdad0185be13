// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a matrix from one block-cyclic distribution to another, in the ways that share/doc/moving.md shows beside other
// libraries'.
#include "share/examples/example_array.hpp"

#include "libcore/mapping/local_layout.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <cstdlib>
#include <iostream>
#include <optional>
#include <span>
#include <vector>

using namespace tessera;
using tessera::examples::demand;

namespace {

/// Calls visit(place, value) for each of the rank's elements: its place in memory, and a value made from its global index.
template <class Visit>
void for_each_element(std::optional<LocalLayout> const& layout, Visit const& visit) {
    if (!layout) return;
    layout->owned().for_each([&](std::span<Index const> global) {
        Index const place = layout->offset(layout->global_to_local(global).value());
        visit(as_size(place), static_cast<double>(global[0] * 1000 + global[1]));
    });
}

void fill(std::optional<LocalLayout> const& layout, std::span<double> local) {
    for_each_element(layout, [&](std::size_t place, double value) { local[place] = value; });
}

/// Elements that are not what fill() made them.
int wrong(std::optional<LocalLayout> const& layout, std::span<double const> local) {
    int count = 0;
    for_each_element(layout, [&](std::size_t place, double value) { count += local[place] == value ? 0 : 1; });
    return count;
}

std::vector<double> storage(std::optional<LocalLayout> const& layout) {
    return std::vector<double>(as_size(layout ? layout->allocation_size() : 0));
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::world();

    CompactJob const text{{"real*8 A(1000,1000)"}, "scalapack(mb=64,nb=64,grid=2x2)", "scalapack(mb=128,nb=32,grid=1x4)", {}};
    Job const job = demand(parse_compact(text, {world.size(), nullptr}));
    MultiPlan const plan = *demand(whole_transition(job)).plan;

    RankLayouts const layouts = RankLayouts::standard(plan.plans(), world.rank());
    std::vector<double> a = storage(layouts.sources[0]);
    std::vector<double> b = storage(layouts.targets[0]);
    fill(layouts.sources[0], a);

    Redistributor copy = demand(Redistributor::make(plan, MPI_COMM_WORLD));
    copy.execute(a.data(), b.data());
    int failures = wrong(layouts.targets[0], b);

    RankLayouts own = layouts;
    Mapping const& target = plan.plans()[0].target();
    auto const position = target.grid().position(world.rank());
    if (position) own.targets[0] = demand(LocalLayout::padded(target, *position, 1200));
    std::vector<double> c = storage(own.targets[0]);
    Redistributor padded = demand(Redistributor::make(plan, MPI_COMM_WORLD, own));
    padded.execute(a.data(), c.data());
    failures += wrong(own.targets[0], c);

    LocalStorage const storage_of_rows{.strides = {2000, 2}, .ghosts = {{0, 0}, {1, 1}}};
    if (position) own.targets[0] = demand(LocalLayout::strided(target, *position, storage_of_rows));
    std::vector<double> d = storage(own.targets[0]);
    Redistributor by_rows = demand(Redistributor::make(plan, MPI_COMM_WORLD, own));
    by_rows.execute(a.data(), d.data());
    failures += wrong(own.targets[0], d);

    RedistributorOptions options;
    options.transport = Transport::Persistent;
    Redistributor repeated = demand(Redistributor::make(plan, MPI_COMM_WORLD, options));
    for (int step = 0; step < 10; ++step) repeated.execute(a.data(), b.data());
    repeated.begin(a.data(), b.data());
    // Here the program computes with other arrays. It may read a.
    repeated.end();
    failures += wrong(layouts.targets[0], b);

    DistributedArray from = demand(DistributedArray::make(plan.plans()[0].source(), MPI_COMM_WORLD));
    DistributedArray to = demand(DistributedArray::make(plan.plans()[0].target(), MPI_COMM_WORLD));
    fill(from.layout(), from.local<double>());
    options.transport = Transport::Auto;
    Redistributor straight = demand(Redistributor::make(plan, MPI_COMM_WORLD, options));
    straight.execute(from, to);
    failures += wrong(to.layout(), to.local<double>());

    RedistributorOptions sum;
    sum.updates = {{.alpha = 2, .beta = -1}};
    Redistributor combined = demand(Redistributor::make(plan, MPI_COMM_WORLD, sum));
    combined.execute(a.data(), b.data());
    failures += wrong(layouts.targets[0], b); // 2 * a - a

    std::cout << "rank " << world.rank() << ": " << failures << " wrong\n";
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
