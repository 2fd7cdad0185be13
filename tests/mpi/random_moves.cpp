// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random redistributions among the ranks of a job.
#include "tests/mpi/random_moves.hpp"

#include "libcore/runtime/mpi/communicator.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/random_storage.hpp"
#include "tests/property/set_oracle.hpp"

#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

namespace tessera::oracle {

namespace {

ElementType random_type() {
    Index const bytes = *rc::gen::element<Index>(1, 2, 3, 4, 8, 12, 16, 24);
    return {"V" + std::to_string(bytes), bytes};
}

Mapping random_side(Extents const& extents, ElementType const& type) {
    MappingSpec spec = random_mapping_spec(extents, job_size());
    spec.array.type = type;
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    if (one_in(3)) {
        for (std::size_t d = 0; d < extents.size(); ++d) spec.array.shadow.push_back({between(0, 2), between(0, 2)});
    }
    return Mapping::make(spec).value();
}

/// Any order of the dimensions in memory, on this rank as on the others; or strides and gaps of this rank's own.
void permute(std::optional<LocalLayout>& layout, Mapping const& mapping) {
    if (one_in(2)) {
        layout = random_layout(mapping, Communicator::world().rank(), static_cast<std::uint64_t>(between(0, 1'000'000)));
        return;
    }
    std::vector<int> permutation;
    for (Index const dim : random_order(mapping.dims())) permutation.push_back(static_cast<int>(dim));
    if (layout) layout = LocalLayout(mapping, mapping.grid().position(Communicator::world().rank()).value(), permutation);
}

} // namespace

int job_size() {
    return Communicator::world().size();
}

RedistPlan random_plan() {
    return random_plan_of(random_type());
}

RedistPlan random_plan_of(ElementType const& type) {
    RandomCopy const copy = random_copy();
    return RedistPlan::make(random_side(copy.source_extents, type), random_side(copy.target_extents, type), copy.map).value();
}

MultiPlan random_multi_plan() {
    std::vector<RedistPlan> plans;
    for (Index count = one_in(2) ? 1 : between(2, 3); count > 0; --count) plans.push_back(random_plan());
    return MultiPlan::make(plans).value();
}

RankLayouts random_layouts(MultiPlan const& plan) {
    RankLayouts layouts = RankLayouts::standard(plan.plans(), Communicator::world().rank());
    for (std::size_t i = 0; i < plan.plans().size(); ++i) {
        if (one_in(3)) permute(layouts.sources[i], plan.plans()[i].source());
        if (one_in(3)) permute(layouts.targets[i], plan.plans()[i].target());
    }
    return layouts;
}

bool everywhere(bool here) {
    int const mine = here ? 1 : 0;
    int all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all != 0;
}

} // namespace tessera::oracle
