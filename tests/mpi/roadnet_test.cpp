// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the inner statement of roadnet (pC*, B.4): the front shifts to its four neighbours, which keep the least distance.
#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "share/examples/pcstar/roadnet_alone.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// The elements of a rank for which a condition on their place in memory holds.
template <class Holds>
Context context_where(std::optional<LocalLayout> const& layout, Holds const& holds) {
    if (!layout) return Context::everywhere(0);
    ContextBuilder builder(layout->owned().count());
    for_each_contiguous_run(Context::everywhere(layout->owned().count()), *layout, [&](Index, Index offset, Index count) {
        for (Index k = 0; k < count; ++k) builder.add(holds(as_size(offset + k)), 1);
    });
    return std::move(builder).finish();
}

void rings_are_those_of_one_process() {
    Extents const extents{between(1, 30), between(1, 30)};
    Index const rings = between(1, 8);
    examples::ProgramRun alone{.numbers = {extents[0], extents[1], rings}};
    std::vector<std::int32_t> const whole = examples::roadnet_alone(alone);

    MappingSpec spec = random_mapping_spec(extents, Communicator::world().size());
    spec.array.type = {"int32", 4};
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    Mapping const mapping = Mapping::make(spec).value();
    auto const position = mapping.grid().position(Communicator::world().rank());
    std::optional<LocalLayout> layout;
    if (position && mapping.holds(*position)) layout.emplace(mapping, *position);
    std::vector<std::int32_t> far(layout ? as_size(layout->allocation_size()) : 0, static_cast<std::int32_t>(rings + 1));
    std::vector<std::int32_t> next = far;
    auto const for_each = [&](auto const& visit) {
        if (!layout) return;
        layout->owned().for_each([&](std::span<Index const> index) {
            visit(far[as_size(layout->offset(*layout->global_to_local(index)))], index[0], index[1]);
        });
    };
    for_each([&](std::int32_t& distance, Index i, Index j) {
        if (examples::is_road(i, j, extents[0], extents[1])) distance = 0;
    });

    std::vector<ShiftExchange> ways;
    for (Extents const& way : {Extents{-1, 0}, Extents{1, 0}, Extents{0, -1}, Extents{0, 1}})
        ways.push_back(ShiftExchange::make(GridShift::make(mapping, way, ShiftEdge::Keep).value(), MPI_COMM_WORLD).value());
    SendCombiner const least = Combiner::make(ReduceOp::Min, mapping.array().type).value();
    for (std::int32_t ring = 1; ring <= rings; ++ring) {
        Context const front = context_where(layout, [&](std::size_t place) { return far[place] == ring - 1; });
        std::ranges::fill(next, ring);
        for (ShiftExchange& way : ways) way.execute(next.data(), far.data(), {.where = &front, .op = least});
    }
    bool right = true;
    for_each([&](std::int32_t distance, Index i, Index j) { right = right && distance == whole[as_size(i * extents[1] + j)]; });
    RC_ASSERT(everywhere(right));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(300 / (job_size() + 2));
    try_many_cases(("seed=5 max_success=" + cases).c_str());
    return exit_code({rc::check("rings are those of one process", rings_are_those_of_one_process)});
}
