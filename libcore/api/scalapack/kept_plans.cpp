// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistributions that are kept from call to call, as ScaLAPACK's interface has no place for them.
#include "libcore/api/scalapack/kept_plans.hpp"

#include "libcore/api/scalapack/blacs.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/rank_translation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <type_traits>
#include <utility>

namespace tessera::scalapack {
namespace {

static_assert(std::is_trivially_copyable_v<MoveRequest> && sizeof(MoveRequest) % sizeof(int) == 0);
constexpr int words = sizeof(MoveRequest) / sizeof(int);

CopyMap map_of(MoveRequest const& request) {
    CopyMap map = CopyMap::identity(Extents{request.rows, request.columns});
    map.axes[0].source->start = request.from.first_moved_row - 1;
    map.axes[1].source->start = request.from.first_moved_column - 1;
    map.axes[0].target->start = request.to.first_moved_row - 1;
    map.axes[1].target->start = request.to.first_moved_column - 1;
    return map;
}

} // namespace

Result<KeptPlan*> KeptPlans::plan_for(MoveRequest const& mine, bool& is_new) {
    std::vector<MoveRequest> requests(as_size(comm_.size()));
    check_mpi(MPI_Allgather(&mine, words, MPI_INT, requests.data(), words, MPI_INT, comm_.handle()), "MPI_Allgather");
    auto const known = std::ranges::find(plans_, requests, &KeptPlan::requests);
    is_new = known == plans_.end();
    if (!is_new) {
        plans_.splice(plans_.begin(), plans_, known);
        return &plans_.front();
    }
    auto made = TRY(make(std::move(requests), mine));
    plans_.push_front(std::move(made));
    if (plans_.size() > most) plans_.pop_back();
    return &plans_.front();
}

Result<KeptPlan> KeptPlans::make(std::vector<MoveRequest> requests, MoveRequest const& mine) const {
    std::vector<MatrixSide> sources;
    std::vector<MatrixSide> targets;
    for (MoveRequest const& each : requests) {
        if (each.rows != mine.rows || each.columns != mine.columns || each.element_bytes != mine.element_bytes)
            return fail("the ranks move submatrices of different shapes");
        sources.push_back(each.from);
        targets.push_back(each.to);
    }
    auto const from = TRY(PlacedMatrix::of(sources, mine.element_bytes, "A", mine.rows, mine.columns));
    auto const to = TRY(PlacedMatrix::of(targets, mine.element_bytes, "B", mine.rows, mine.columns));
    MoveRequest described = mine;
    described.from = from.side;
    described.to = to.side;
    auto redistribution = TRY(RedistPlan::make(from.mapping, to.mapping, map_of(described)));
    auto const plan = TRY(MultiPlan::make({std::move(redistribution)}));
    std::optional<RankLayouts> layouts;
    TRY(together(comm_, [&]() -> Result<void> {
        auto source = TRY(from.layout(mine.from, comm_.rank()));
        auto target = TRY(to.layout(mine.to, comm_.rank()));
        layouts = RankLayouts{{std::move(source)}, {std::move(target)}};
        return {};
    }));
    auto mover = TRY(Redistributor::make(plan, comm_.handle(), *layouts));
    RedistTotals const totals = plan.totals();
    auto const& target = layouts->targets.front();
    Index const target_bytes = target ? target->allocation_size() * mine.element_bytes : 0;
    return KeptPlan{std::move(requests), described, totals.bytes_moved, totals.messages, target_bytes, std::move(mover)};
}

KeptPlans& kept_plans_of(int context) {
    // Never emptied: a set of processes has met here on all of them or on none, so all agree on whether it is new.
    static std::map<std::vector<Rank>, KeptPlans> all;
    constexpr int grid_of_context = 10;
    int handle = 0;
    Cblacs_get(context, grid_of_context, &handle);
    MPI_Comm const grid = Cblacs2sys_handle(handle);
    auto ranks = ranks_in(MPI_COMM_WORLD, grid); // they name the processes, whatever their communicator is
    auto found = all.find(ranks);
    if (found == all.end()) found = all.emplace(std::move(ranks), KeptPlans(Communicator::duplicate(grid))).first;
    Cfree_blacs_system_handle(handle);
    return found->second;
}

} // namespace tessera::scalapack
