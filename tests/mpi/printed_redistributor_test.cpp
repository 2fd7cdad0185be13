// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of Thakur's chapter 3 as printed, under MPI: random arrays, every element compared.
#include "libcore/runtime/move/printed_redistributor.hpp"

#include "libcore/redist/methods/method.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/moved_arrays.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <rapidcheck.h>
#include <string>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// One or two dimensions over all ranks, and perhaps a whole one, each block or cyclic on both sides, on any order of ranks.
MultiPlan random_change_in_place() {
    MappingSpec spec;
    bool const two = job_size() % 2 == 0 && one_in(2);
    spec.processors.extents = two ? Extents{job_size() / 2, 2} : Extents{job_size()};
    spec.processors.lower.assign(spec.processors.extents.size(), 1);
    bool const whole = one_in(2);
    std::size_t const dims = spec.processors.extents.size() + (whole ? 1U : 0U);
    Index const position = between(0, static_cast<Index>(dims) - 1);
    for (std::size_t d = 0; d < dims; ++d) spec.array.extents.push_back(between(1, dims == 1 ? 120 : 14));
    spec.array.lower.assign(dims, 1);
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    spec.array.type = {"bytes", *rc::gen::element<Index>(1, 4, 8, 12, 16)};
    auto const side = [&] {
        MappingSpec mapped = spec;
        if (one_in(3))
            for (Index const rank : random_order(job_size())) mapped.processors.ranks.push_back(static_cast<Rank>(rank));
        for (Index d = 0; d < static_cast<Index>(dims); ++d)
            mapped.formats.push_back(whole && d == position ? DistFormat::collapsed()
                                     : one_in(3)            ? DistFormat::block()
                                                            : DistFormat::cyclic(one_in(3) ? 1 : between(1, 6)));
        return Mapping::make(mapped).value();
    };
    return MultiPlan::make({RedistPlan::make(side(), side()).value()}).value();
}

int executed = 0;

void delivers_as_printed() {
    MultiPlan const plan = random_change_in_place();
    RankLayouts const layouts = RankLayouts::standard(plan.plans(), Communicator::world().rank());
    Receive const receive = one_in(2) ? Receive::Async : Receive::Sync;
    for (MethodInfo const& info : methods()) {
        auto const composite = compose(info.name, plan);
        if (!composite || info.printed == PrintedLoops::None) continue;
        auto mover = PrintedRedistributor::make(*composite, MPI_COMM_WORLD, receive);
        bool const refused = !mover.has_value();
        RC_ASSERT(
            everywhere(!refused || (receive == Receive::Async && mover.error().message.find("Fig. 3.12") != std::string::npos)));
        if (refused) continue;
        ++executed;
        MovedArrays arrays(plan, layouts);
        for (unsigned run = 0; run < 2; ++run) {
            arrays.prepare(run);
            mover->execute(arrays.sources()[0], arrays.targets()[0]);
            RC_ASSERT(everywhere(arrays.arrived()));
        }
    }
}

std::string refusal(std::string_view method, MultiPlan const& plan, Receive receive = Receive::Sync) {
    auto const mover = PrintedRedistributor::make(compose(method, plan).value(), MPI_COMM_WORLD, receive);
    return mover ? "" : mover.error().message;
}

MappingSpec dealt_spec(Index extent, Index block) {
    MappingSpec spec;
    spec.array.extents = {extent};
    spec.array.lower = {1};
    spec.formats = {DistFormat::cyclic(block)};
    spec.processors.extents = {job_size()};
    spec.processors.lower = {1};
    return spec;
}

bool has(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

/// A plan that does not meet the printed conditions is refused, with the reason.
bool refuses_plainly() {
    Index const extent = 100 * job_size();
    auto const plan_of = [](MappingSpec const& from, MappingSpec const& to) {
        return MultiPlan::make({RedistPlan::make(Mapping::make(from).value(), Mapping::make(to).value()).value()}).value();
    };
    MultiPlan const plain = plan_of(dealt_spec(extent, 2), dealt_spec(extent, 2 * (job_size() + 1)));
    MappingSpec shadowed = dealt_spec(extent, 3);
    shadowed.array.shadow = {{1, 1}};
    bool const alone = job_size() == 1; // the one rank has one block, before and after
    bool const ok =
        has(refusal("direct", plain), "prints no algorithm for method direct") &&
        (alone || has(refusal("x-to-kx", plain, Receive::Async), "needs k <= P; here k = " + std::to_string(job_size() + 1))) &&
        refusal("x-to-kx", plain).empty() && has(refusal("general", plan_of(shadowed, dealt_spec(extent, 4))), "shadow or padding");
    return everywhere(ok);
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = 1500 / (job_size() + 2);
    try_many_cases("seed=29 max_success=" + std::to_string(cases));
    bool const delivered = rc::check("arrays move as printed", delivers_as_printed);
    return exit_code({delivered && executed > cases_of_tier(cases), refuses_plainly()});
}
