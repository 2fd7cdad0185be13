// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random redistributions in rounds, within a bound on the memory for messages; and bounds that are too small.
#include "libcore/redist/plan_parts.hpp"
#include "libcore/runtime/memory/buffer_pool.hpp"
#include "libcore/runtime/move/round_redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/moved_arrays.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/mpi/updated_arrays.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <mpi.h>
#include <rapidcheck.h>
#include <string>

using namespace tessera;
using namespace tessera::oracle;

namespace {

RedistributorOptions random_transport_of_rounds() {
    RedistributorOptions options;
    options.transport = transport_named(*rc::gen::elementOf(transport_names())).value();
    options.receive = one_in(2) ? Receive::Async : Receive::Sync;
    if (one_in(2)) options.cross_memory = CrossMemory{between(8, 64), between(1, 200)};
    return options;
}

/// Of the messages of all ranks, at both ends.
Index bytes_of_messages(MultiPlan const& plan) {
    return 2 * plan.totals().bytes_moved;
}

/// Every element moves in exactly one part.
void parts_make_up_the_plan() {
    MultiPlan const plan = random_multi_plan();
    PlanParts const parts(plan, between(1, 40));
    RedistTotals sum;
    for (Index number = 0; number < parts.count(); ++number) {
        RedistTotals const part = parts.part(number).plan.totals();
        sum.elements += part.elements;
        sum.moved += part.moved;
    }
    RC_ASSERT(sum.elements == plan.totals().elements);
    RC_ASSERT(sum.moved == plan.totals().moved);
}

void rounds_deliver_within_the_bound() {
    MultiPlan const plan = random_multi_plan();
    RankLayouts const layouts = random_layouts(plan);
    RedistributorOptions const options = random_transport_of_rounds();
    Index const lists = options.cross_memory && options.cross_memory->stretch < 100 ? 8 * bytes_of_messages(plan) : 0;
    Index const bound = (bytes_of_messages(plan) + lists) / between(1, 8) + 128 * job_size();
    RC_LOG() << "transport " << name_of(options.transport) << ", bound " << bound << std::endl;
    auto mover = RoundRedistributor::make(plan, MPI_COMM_WORLD, layouts, options, {bound});
    if (!mover) {
        RC_ASSERT(mover.error().message.find("too little") != std::string::npos);
        return;
    }
    MovedArrays arrays(plan, layouts);
    for (unsigned run = 0; run < 2; ++run) {
        arrays.prepare(run);
        mover->execute(arrays.sources(), arrays.targets());
        RC_ASSERT(everywhere(arrays.arrived()));
        RC_ASSERT(mover->predicted_bytes() <= bound);
        RC_ASSERT(mover->held_bytes() <= mover->predicted_bytes());
        RC_ASSERT(mover->rounds() == 1 || pooled_bytes() == 0);
    }
}

/// An element is added to its target once, whatever the round.
void rounds_add_up() {
    ElementType const type{"float64", 8};
    auto const plan = MultiPlan::make({random_plan_of(type), random_plan_of(type)}).value();
    RankLayouts const layouts = random_layouts(plan);
    std::vector<ElementUpdate> const updates{{.alpha = 2, .beta = 1}, {.alpha = -1, .beta = 3}};
    RedistributorOptions options = random_transport_of_rounds();
    options.updates = updates;
    auto mover = RoundRedistributor::make(plan, MPI_COMM_WORLD, layouts, options,
                                          {bytes_of_messages(plan) / between(1, 8) + 128 * job_size()});
    if (!mover) return;
    UpdatedArrays arrays(plan, layouts, updates);
    arrays.prepare();
    mover->execute(arrays.sources(), arrays.targets());
    RC_ASSERT(everywhere(arrays.arrived()));
}

/// The least sum that an error names is enough.
void the_least_sum_is_enough() {
    MultiPlan const plan = random_multi_plan();
    RankLayouts const layouts = random_layouts(plan);
    RedistributorOptions const options = random_transport_of_rounds();
    auto const refused = RoundRedistributor::make(plan, MPI_COMM_WORLD, layouts, options, {1});
    if (refused) return; // nothing needs a buffer
    std::string const& words = refused.error().message;
    auto const open = words.rfind('(');
    Index const least = std::stoll(words.substr(open + 1));
    RC_ASSERT(RoundRedistributor::make(plan, MPI_COMM_WORLD, layouts, options, {least}).has_value());
    RC_ASSERT(!RoundRedistributor::make(plan, MPI_COMM_WORLD, layouts, options, {least - 1}).has_value());
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(120 / (job_size() + 2)); // a case may take a thousand rounds;
    try_many_cases(("seed=31 max_success=" + cases).c_str());
    return exit_code({rc::check("parts make up the plan", parts_make_up_the_plan),
                      rc::check("rounds deliver within the bound", rounds_deliver_within_the_bound),
                      rc::check("rounds add up", rounds_add_up), rc::check("the least sum is enough", the_least_sum_is_enough)});
}
