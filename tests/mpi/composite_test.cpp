// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random redistributions by every method that covers them, there and back, every element compared.
#include "libcore/redist/methods/method.hpp"
#include "libcore/runtime/move/composite_redistributor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/moved_arrays.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// A grid of all ranks, or nearly all, and block or cyclic dimensions on both sides: what methods of several phases are for.
RedistPlan random_plain_plan() {
    MappingSpec spec;
    Index const columns = between(1, 3);
    Index const rows = std::max<Index>(job_size() / columns, 1);
    bool const two = columns > 1 && rows * columns <= job_size();
    spec.processors.extents = two ? Extents{rows, columns} : Extents{job_size()};
    spec.processors.lower.assign(spec.processors.extents.size(), 1);
    if (!two && one_in(2))
        for (Index const rank : random_order(job_size())) spec.processors.ranks.push_back(static_cast<Rank>(rank));
    auto const dims = spec.processors.extents.size() + (one_in(2) ? 1U : 0U);
    for (std::size_t d = 0; d < dims; ++d) spec.array.extents.push_back(between(1, dims == 1 ? 90 : 12));
    spec.array.lower.assign(dims, 1);
    spec.array.type = {"V12", 12};
    auto const side = [&] {
        MappingSpec mapped = spec;
        Index const whole = dims > spec.processors.extents.size() ? between(0, static_cast<Index>(dims) - 1) : -1;
        for (Index d = 0; d < static_cast<Index>(dims); ++d)
            mapped.formats.push_back(d == whole  ? DistFormat::collapsed()
                                     : one_in(3) ? DistFormat::block()
                                                 : DistFormat::cyclic(between(1, 6)));
        return Mapping::make(mapped).value();
    };
    return RedistPlan::make(side(), side()).value();
}

/// From anywhere to copies: what relays are for.
RedistPlan random_plan_to_copies() {
    Extents const extents{between(1, 40), between(1, 5)};
    auto const ranks = static_cast<Rank>(job_size());
    return RedistPlan::make(random_mapping(extents, ranks), mapping_with_copies(extents, between(1, job_size()), ranks)).value();
}

MultiPlan random_arrays() {
    if (one_in(6)) return MultiPlan::make({random_plan_to_copies()}).value();
    if (one_in(4)) return random_multi_plan();
    std::vector<RedistPlan> plans{random_plain_plan()};
    if (one_in(3)) plans.push_back(random_plain_plan());
    return MultiPlan::make(plans).value();
}

RedistributorOptions random_transport() {
    RedistributorOptions options;
    options.transport = transport_named(*rc::gen::elementOf(transport_names())).value();
    options.receive = one_in(2) ? Receive::Async : Receive::Sync;
    return options;
}

/// Elements that the plan does not name keep their values on the way back, so the whole of the sources must be as it was.
void require_return(CompositeRedistributor& mover, MovedArrays const& arrays, MultiPlan const& plan, RankLayouts const& layouts) {
    std::vector<std::vector<std::byte>> sources;
    std::vector<void*> pointers;
    std::vector<std::vector<std::byte>> const before = arrays.source_bytes();
    for (std::size_t i = 0; i < before.size(); ++i) {
        sources.push_back(before[i]);
        if (layouts.sources[i]) arrays.wipe_named(i, plan, layouts, sources[i]);
    }
    for (auto& source : sources) pointers.push_back(MovedArrays::allocation(source));
    std::vector<void const*> const targets(arrays.targets().begin(), arrays.targets().end());
    mover.execute_back(pointers, targets);
    RC_ASSERT(everywhere(sources == before));
}

void every_method_delivers() {
    MultiPlan const plan = random_arrays();
    RankLayouts const layouts = random_layouts(plan);
    for (MethodInfo const& info : methods()) {
        auto const composite = compose(info.name, plan);
        if (!composite || info.asks_owners) continue;
        bool const returns = composite->check_return().has_value();
        CompositeOptions options{.phases = {random_transport()}, .with_return = returns, .back = random_transport()};
        auto mover = CompositeRedistributor::make(*composite, MPI_COMM_WORLD, layouts, options);
        RC_ASSERT(everywhere(mover.has_value()));
        MovedArrays arrays(plan, layouts);
        for (unsigned run = 0; run < 2; ++run) {
            arrays.prepare(run);
            mover->execute(arrays.sources(), arrays.targets());
            RC_ASSERT(everywhere(arrays.arrived()));
            if (returns) require_return(*mover, arrays, plan, layouts);
        }
    }
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(700 / (job_size() + 2));
    try_many_cases(("seed=23 max_success=" + cases).c_str());
    return exit_code({rc::check("every method delivers, there and back", every_method_delivers)});
}
