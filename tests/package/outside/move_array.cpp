// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an outside MPI program that moves an array from blocks of rows to single columns with the installed tessera::runtime.
#include "demand.hpp"

#include <libcore/mapping/local_layout.hpp>
#include <libcore/redist/multi_plan.hpp>
#include <libcore/runtime/move/redistributor.hpp>
#include <libcore/runtime/mpi/communicator.hpp>
#include <libcore/runtime/mpi/environment.hpp>
#include <libcore/spec/parse.hpp>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <vector>

namespace {

using tessera::Index;

constexpr Index rows = 10;
constexpr Index columns = 7;

/// What the element with this global index holds.
double value_of(tessera::Extents const& global) {
    return static_cast<double>(global[0] * columns + global[1]);
}

/// Visits this rank's elements: their global index and their place in its memory.
void for_each_local(tessera::LocalLayout const& layout, std::function<void(tessera::Extents const&, std::size_t)> const& visit) {
    for (Index i = 0; i < layout.local_shape()[0]; ++i) {
        for (Index j = 0; j < layout.local_shape()[1]; ++j) {
            std::array<Index, 2> const local{i, j};
            visit(layout.local_to_global(local), static_cast<std::size_t>(layout.offset(local)));
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    tessera::Environment const environment(argc, argv);
    tessera::Communicator const world = tessera::Communicator::world();

    tessera::CompactJob const compact{{"real8 A(10,7)"}, "(block,*)", "(*,cyclic)", {}};
    auto const job = demand(tessera::parse_compact(compact, {world.size(), nullptr}));
    auto const movement = demand(job.movements()).front();
    auto const from = demand(tessera::Mapping::make(movement.source));
    auto const to = demand(tessera::Mapping::make(movement.target));
    auto const plan = demand(tessera::MultiPlan::make({demand(tessera::RedistPlan::make(from, to))}));

    tessera::LocalLayout const before(from, world.rank());
    tessera::LocalLayout const after(to, world.rank());
    std::vector<double> source(static_cast<std::size_t>(before.allocation_size()));
    std::vector<double> target(static_cast<std::size_t>(after.allocation_size()), -1.0);
    for_each_local(before, [&](auto const& global, std::size_t place) { source[place] = value_of(global); });

    demand(tessera::Redistributor::make(plan, world.handle())).execute(source.data(), target.data());

    int wrong = 0;
    for_each_local(after, [&](auto const& global, std::size_t place) { wrong += target[place] != value_of(global) ? 1 : 0; });
    std::cout << "rank " << world.rank() << ": " << after.owned().count() << " elements arrived, " << wrong << " wrong\n";
    return wrong == 0 && after.owned().count() > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
