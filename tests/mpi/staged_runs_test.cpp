// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executions that follow each other through the shared memory of a node, of which one rank is late to take its messages.
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/moved_arrays.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/suite/suite.hpp"

#include <chrono>
#include <cstdio>
#include <mpi.h>
#include <thread>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

Mapping dealt(DistFormat format, Index elements_of_each) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {job_size() * elements_of_each};
    spec.array.lower = {1};
    spec.formats = {format};
    spec.processors.lower = {1};
    spec.processors.extents = {job_size()};
    return Mapping::make(spec).value();
}

/// Rows in one block for each rank, or columns dealt in turn.
Mapping divided(std::vector<DistFormat> formats, Extents extents) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.order = StorageOrder::C;
    spec.array.extents = std::move(extents);
    spec.array.lower = {0, 0};
    spec.formats = std::move(formats);
    spec.processors.lower = {1};
    spec.processors.extents = {job_size()};
    return Mapping::make(spec).value();
}

RedistPlan one_dimension(Index elements_of_each) {
    return RedistPlan::make(dealt(DistFormat::block(), elements_of_each), dealt(DistFormat::cyclic(1), elements_of_each)).value();
}

/// Some 800 KB from each of 4 ranks, in runs of `columns` elements.
RedistPlan two_dimensions(Index columns, Extents const& extents, bool back) {
    Mapping rows = divided({DistFormat::block(), DistFormat::collapsed()}, extents);
    Mapping turns = divided({DistFormat::collapsed(), DistFormat::cyclic(columns)}, extents);
    return (back ? RedistPlan::make(turns, rows) : RedistPlan::make(rows, turns)).value();
}

/// The same with the rows as columns of the target.
RedistPlan transposed(Index columns, Extents const& extents) {
    CopyMap map = CopyMap::identity(extents);
    std::swap(map.axes[0].target->dim, map.axes[1].target->dim);
    return RedistPlan::make(divided({DistFormat::block(), DistFormat::collapsed()}, extents),
                            divided({DistFormat::cyclic(columns), DistFormat::collapsed()}, {extents[1], extents[0]}), map)
        .value();
}

/// Does each of several executions deliver its own data? No rank waits for another between them, and the last rank rests after each
/// message that it has taken: the others are on their way to write the next ones then.
bool each_arrives(std::vector<RedistPlan> plans, Index slab) {
    auto const plan = MultiPlan::make(std::move(plans)).value();
    RankLayouts const layouts = RankLayouts::standard(plan.plans(), Communicator::world().rank());
    RedistributorOptions options;
    options.slab = slab;
    if (Communicator::world().rank() + 1 == job_size())
        options.progress = [](Index) { std::this_thread::sleep_for(std::chrono::milliseconds(3)); };
    auto mover = Redistributor::make(plan, MPI_COMM_WORLD, options).value();
    MovedArrays arrays(plan, layouts);
    bool good = true;
    for (unsigned run = 0; run < 5; ++run) {
        arrays.prepare(run);
        mover.execute(arrays.sources(), arrays.targets());
        good = arrays.arrived() && good;
    }
    return everywhere(good && mover.node_traffic().staged > 0);
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    constexpr Index no_slabs = Index{1} << 40;
    bool const in_halves = each_arrives({one_dimension(4 * 1024)}, no_slabs); // 8 KiB to each partner of 4
    bool const in_one = each_arrives({one_dimension(64 * 1024)}, no_slabs);   // 128 KiB: the memory is as large as one run
    bool in_slabs = each_arrives({one_dimension(64 * 1024)}, 8 * 1024);
    constexpr Index slab = 64 * 1024;
    in_slabs = each_arrives({two_dimensions(3, {773, 511}, false), two_dimensions(5, {350, 650}, true)}, slab) && in_slabs;
    for (Index const columns : {1, 2, 7})
        for (bool const back : {false, true})
            in_slabs = each_arrives({two_dimensions(columns, {1029, 511}, back)}, slab) && in_slabs;
    for (Index const columns : {1, 3, 64}) in_slabs = each_arrives({transposed(columns, {1029, 511})}, slab) && in_slabs;
    if (Communicator::world().rank() == 0 && !(in_halves && in_one && in_slabs))
        std::fprintf(stderr, "a message was overwritten before it was taken: %d %d %d\n", !in_halves, !in_one, !in_slabs);
    return in_halves && in_one && in_slabs ? 0 : 1;
}
