// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random redistributions moved by every transport and method, every delivered element compared.
#include "libcore/base/require.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/move/runtime_resolution.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/moved_arrays.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_storage.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <memory>
#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

RedistributorOptions random_options() {
    RedistributorOptions options;
    options.transport = transport_named(*rc::gen::elementOf(transport_names())).value();
    options.receive = one_in(2) ? Receive::Async : Receive::Sync;
    if (one_in(3)) options.most_bytes_per_count = between(1, 100);
    if (one_in(2)) options.least_shared = one_in(2) ? 0 : between(1, 2000);
    if (one_in(4)) options.slab = between(1000, 4000); // each slab is a synchronization
    if (one_in(2)) options.cross_memory = one_in(4) ? std::nullopt : std::optional(CrossMemory{between(1, 40), between(1, 200)});
    return options;
}

void delivers_every_element() {
    MultiPlan const plan = random_multi_plan();
    RankLayouts const layouts = random_layouts(plan);
    RedistributorOptions options = random_options();
    RC_LOG() << "transport " << name_of(options.transport) << std::endl;
    Index reported = 0;
    options.progress = [&](Index bytes) { reported += bytes; };
    auto redistributor = Redistributor::make(plan, MPI_COMM_WORLD, layouts, options);
    RC_ASSERT(everywhere(redistributor.has_value()));
    MovedArrays arrays(plan, layouts);
    Index const runs = between(1, 2);
    for (Index run = 0; run < runs; ++run) {
        arrays.prepare(static_cast<unsigned>(run));
        redistributor->execute(arrays.sources(), arrays.targets());
        RC_ASSERT(everywhere(arrays.arrived()));
    }
    RC_ASSERT(everywhere(reported == runs * arrays.delivered_bytes()));
    RedistributorCosts const costs = redistributor->costs();
    RC_ASSERT(everywhere(costs.bytes_received + costs.bytes_kept == arrays.delivered_bytes()));
}

/// In the standard layout, or in each rank's own.
DistributedArray some_array(Mapping const& mapping) {
    if (one_in(2)) return DistributedArray::make(mapping, MPI_COMM_WORLD).value();
    auto const seed = static_cast<std::uint64_t>(between(0, 1'000'000));
    auto const position = mapping.grid().position(Communicator::world().rank());
    bool const holds = position && mapping.holds(*position);
    return DistributedArray::make(mapping, MPI_COMM_WORLD, holds ? random_storage(mapping, *position, seed) : LocalStorage{})
        .value();
}

/// From arrays of the library's, which others of the node see: only auto and shared make use of it, and all must deliver.
void delivers_from_distributed_arrays() {
    MultiPlan const plan = random_multi_plan();
    RankLayouts layouts = RankLayouts::standard(plan.plans(), Communicator::world().rank());
    std::vector<DistributedArray> shared;
    for (std::size_t i = 0; i < plan.plans().size(); ++i) {
        shared.push_back(some_array(plan.plans()[i].source()));
        layouts.sources[i] = shared.back().layout();
    }
    auto redistributor = Redistributor::make(plan, MPI_COMM_WORLD, layouts, random_options());
    RC_ASSERT(everywhere(redistributor.has_value()));
    MovedArrays arrays(plan, layouts);
    for (unsigned run = 0; run < 2; ++run) {
        arrays.prepare(run);
        std::vector<DistributedArray const*> sources;
        for (std::size_t i = 0; i < shared.size(); ++i) {
            auto const* const filled = static_cast<std::byte const*>(arrays.sources()[i]);
            std::copy_n(filled, shared[i].memory().size(), shared[i].data());
            sources.push_back(&shared[i]);
        }
        redistributor->execute(sources, arrays.targets());
        RC_ASSERT(everywhere(arrays.arrived()));
    }
}

template <class Work>
bool breaks_a_precondition(Work const& work) {
    try {
        work();
    } catch (BrokenPrecondition const&) {
        return true;
    }
    return false;
}

struct Move {
    MultiPlan plan = random_multi_plan();
    RankLayouts layouts = random_layouts(plan);
    MovedArrays arrays{plan, layouts};
    Result<Redistributor> mover = Redistributor::make(plan, MPI_COMM_WORLD, layouts, random_options());

    void begin() { mover->begin(arrays.sources(), arrays.targets()); }
};

/// Made and begun in one order, ended in another.
void several_are_under_way() {
    std::vector<std::unique_ptr<Move>> moves;
    for (Index i = between(1, 3); i > 0; --i) moves.push_back(std::make_unique<Move>());
    for (auto const& move : moves) RC_ASSERT(everywhere(move->mover.has_value()));
    RC_ASSERT(everywhere(breaks_a_precondition([&] { moves.front()->mover->end(); })));
    for (unsigned run = 0; run < 2; ++run) {
        for (auto const& move : moves) {
            move->arrays.prepare(run);
            move->begin();
        }
        RC_ASSERT(everywhere(breaks_a_precondition([&] { moves.front()->begin(); })));
        auto const first = as_size(between(0, std::ssize(moves) - 1));
        for (std::size_t i = 0; i < moves.size(); ++i) moves[(first + i) % moves.size()]->mover->end();
        for (auto const& move : moves) RC_ASSERT(everywhere(move->arrays.arrived()));
    }
}

void resolves_every_element_at_run_time() {
    auto const plan = MultiPlan::make({random_plan()}).value();
    RankLayouts const layouts = random_layouts(plan);
    auto const resolution = RuntimeResolution::make(plan.plans()[0], MPI_COMM_WORLD, layouts);
    RC_ASSERT(everywhere(resolution.has_value()));
    MovedArrays arrays(plan, layouts);
    arrays.prepare(0);
    resolution->execute(arrays.sources()[0], arrays.targets()[0]);
    RC_ASSERT(everywhere(arrays.arrived()));
}

/// The ranks of a plan are those of the communicator, whatever their numbers in the world.
void takes_the_caller_s_communicator() {
    Communicator const world = Communicator::world();
    MPI_Comm reversed = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, world.size() - world.rank(), &reversed);
    int rank = 0;
    MPI_Comm_rank(reversed, &rank);
    auto const plan = MultiPlan::make({random_plan()}).value();
    RankLayouts const layouts = RankLayouts::standard(plan.plans(), rank);
    MovedArrays arrays(plan, layouts);
    arrays.prepare(0);
    Redistributor::make(plan, reversed)->execute(arrays.sources(), arrays.targets());
    MPI_Comm_free(&reversed);
    RC_ASSERT(everywhere(arrays.arrived()));
}

void refuses_ranks_that_are_not_there() {
    MappingSpec spec;
    spec.array.extents = {64};
    spec.array.lower = {0};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {0};
    spec.processors.extents = {job_size() + 1};
    Mapping const mapping = Mapping::make(spec).value();
    RedistPlan const plan = RedistPlan::make(mapping, mapping).value();
    auto const redistributor = Redistributor::make(MultiPlan::make({plan}).value(), MPI_COMM_WORLD);
    RC_ASSERT(!redistributor.has_value());
    RC_ASSERT(!RuntimeResolution::make(plan, MPI_COMM_WORLD).has_value());
    RC_ASSERT(redistributor.error().message.find("mpirun -n " + std::to_string(job_size() + 1)) != std::string::npos);
}

/// One rank's layout is of other elements, or missing: all ranks hear of it.
void refuses_layouts_of_other_elements() {
    MappingSpec spec;
    spec.array.extents = {8 * job_size()};
    spec.array.lower = {0};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {0};
    spec.processors.extents = {job_size()};
    Mapping const blocks = Mapping::make(spec).value();
    spec.formats = {DistFormat::cyclic()};
    Mapping const dealt = Mapping::make(spec).value();
    auto const plan = MultiPlan::make({RedistPlan::make(blocks, dealt).value()}).value();
    Rank const rank = Communicator::world().rank();
    RankLayouts layouts = RankLayouts::standard(plan.plans(), rank);
    bool const is_last = rank + 1 == job_size();
    if (is_last) layouts.targets[0].reset();
    auto const missing = Redistributor::make(plan, MPI_COMM_WORLD, layouts);
    RC_ASSERT(everywhere(!missing &&
                         missing.error().message == "rank " + std::to_string(job_size() - 1) +
                                                        " holds a part of A, and the layout that is given for it is missing"));
    RC_ASSERT(everywhere(!RuntimeResolution::make(plan.plans()[0], MPI_COMM_WORLD, layouts)));
    if (job_size() == 1) return;
    if (is_last) layouts.targets[0] = LocalLayout(blocks, rank);
    auto const other = Redistributor::make(plan, MPI_COMM_WORLD, layouts);
    RC_ASSERT(everywhere(!other && other.error().message.ends_with("is of other elements")));
    auto const array = DistributedArray::make(blocks, MPI_COMM_WORLD, LocalStorage{.strides = {is_last ? 0 : 1}});
    RC_ASSERT(everywhere(!array && array.error().message.find("stride 0 in dimension 1") != std::string::npos));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(1000 / (job_size() + 2)); // a case costs the more, the more ranks share a core
    try_many_cases(("seed=17 max_success=" + cases).c_str());
    return exit_code({rc::check("every element is delivered", delivers_every_element),
                      rc::check("every element is delivered from shared memory", delivers_from_distributed_arrays),
                      rc::check("several executions are under way", several_are_under_way),
                      rc::check("runtime resolution delivers every element", resolves_every_element_at_run_time),
                      rc::check("any communicator will do", takes_the_caller_s_communicator),
                      rc::check("missing ranks are refused", refuses_ranks_that_are_not_there),
                      rc::check("layouts of other elements are refused", refuses_layouts_of_other_elements)});
}
