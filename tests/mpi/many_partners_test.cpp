// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two moves under way at once, each with more messages of a rank than begin() starts.
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/moved_arrays.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/suite/suite.hpp"

#include <cstdio>
#include <mpi.h>

using namespace tessera;
using namespace tessera::oracle;

namespace {

Mapping blocks_on(Index ranks) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {2 * job_size()};
    spec.array.lower = {1};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {1};
    spec.processors.extents = {ranks};
    return Mapping::make(spec).value();
}

/// Rank 0 sends each of the others two elements.
struct Move {
    MultiPlan plan = MultiPlan::make({RedistPlan::make(blocks_on(1), blocks_on(job_size())).value()}).value();
    RankLayouts layouts = RankLayouts::standard(plan.plans(), Communicator::world().rank());
    MovedArrays arrays{plan, layouts};
    Redistributor mover;

    explicit Move(Transport transport) : mover(Redistributor::make(plan, MPI_COMM_WORLD, {.transport = transport}).value()) {}
    void begin(unsigned data) {
        arrays.prepare(data);
        mover.begin(arrays.sources(), arrays.targets());
    }
};

/// begin() starts 64 messages, and end() the others: rank 0 sends the last ranks those of `second` before those of `first`, which
/// they expect in the order in which both began.
bool both_arrive(Transport transport) {
    Move first(transport);
    Move second(transport);
    first.begin(1);
    second.begin(2);
    second.mover.end();
    first.mover.end();
    return everywhere(first.arrays.arrived() && second.arrays.arrived());
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    bool const sent = both_arrive(Transport::PointToPoint);
    bool const persistent = both_arrive(Transport::Persistent);
    if (Communicator::world().rank() == 0 && !(sent && persistent))
        std::fprintf(stderr, "messages of two moves were exchanged: p2p %d, persistent %d\n", !sent, !persistent);
    return sent && persistent ? 0 : 1;
}
