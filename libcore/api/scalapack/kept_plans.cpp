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
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace tessera::scalapack {
namespace {

static_assert(sizeof(MoveRequest) % sizeof(int) == 0);
constexpr int words = sizeof(MoveRequest) / sizeof(int);

/// Elements that are only copied need no arithmetic, so their type is one of bytes.
ElementType type_of(MoveRequest const& request) {
    int const bytes = element_bytes_of(request.type);
    if (request.transposed == 0) return {fmt::format("bytes{}", bytes), bytes};
    bool const complex = request.type == 'c' || request.type == 'z';
    return {fmt::format("{}{}", complex ? "complex" : "float", 8 * bytes), bytes};
}

CopyMap map_of(MoveRequest const& request, Rectangle const& moved) {
    std::array const ranges{moved.rows, moved.columns};
    std::array const from{request.from.first_moved_row, request.from.first_moved_column};
    std::array const to{request.to.first_moved_row, request.to.first_moved_column};
    CopyMap map;
    for (int axis = 0; axis < 2; ++axis) {
        int const dim = request.transposed == 0 ? axis : 1 - axis; // of the source
        Run const& range = ranges[as_size(axis)];
        map.axes.push_back({range.size(), CopySide{dim, from[as_size(dim)] - 1 + range.begin},
                            CopySide{axis, to[as_size(axis)] - 1 + range.begin}});
    }
    return map;
}

RedistributorOptions options_of(MoveRequest const& request) {
    RedistributorOptions options;
    options.updates = {{.alpha = {request.alpha[0], request.alpha[1]},
                        .beta = {request.beta[0], request.beta[1]},
                        .conjugate = request.conjugate != 0}};
    return options;
}

/// Returns whether A and B are submatrices of one matrix that have no element in common.
bool are_apart(MoveRequest const& request) {
    MatrixSide from = request.from;
    from.first_moved_row = request.to.first_moved_row;
    from.first_moved_column = request.to.first_moved_column;
    if (!from.is_like(request.to)) return false;
    auto const disjoint = [](Index first, Index count, Index other, Index other_count) {
        return first + count <= other || other + other_count <= first;
    };
    return disjoint(request.from.first_moved_row, request.source_rows(), request.to.first_moved_row, request.rows) ||
           disjoint(request.from.first_moved_column, request.source_columns(), request.to.first_moved_column, request.columns);
}

/// Both matrices with the places of all their processes, and the request with the sides of processes that are in the grids.
struct PlacedRequest {
    PlacedMatrix from;
    PlacedMatrix to;
    MoveRequest described;
};

Result<PlacedRequest> placed(std::span<MoveRequest const> requests, MoveRequest const& mine) {
    std::vector<MatrixSide> sources;
    std::vector<MatrixSide> targets;
    bool aliased = false;
    for (MoveRequest const& each : requests) {
        if (!each.is_like(mine)) return fail("the ranks pass different arguments");
        sources.push_back(each.from);
        targets.push_back(each.to);
        aliased = aliased || each.aliased != 0;
    }
    auto from = TRY(PlacedMatrix::of(sources, type_of(mine), "A", mine.source_rows(), mine.source_columns()));
    auto to = TRY(PlacedMatrix::of(targets, type_of(mine), "B", mine.rows, mine.columns));
    MoveRequest described = mine;
    described.from = from.side;
    described.to = to.side;
    if (aliased && !are_apart(described)) return fail("A and B overlap in memory");
    return PlacedRequest{std::move(from), std::move(to), described};
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
    auto const [from, to, described] = TRY(placed(requests, mine));
    auto const strips = Trapezoid(described).strips();
    std::vector<RedistPlan> redistributions;
    for (Rectangle const& strip : strips)
        redistributions.push_back(TRY(RedistPlan::make(from.mapping, to.mapping, map_of(described, strip))));
    auto const plan = TRY(MultiPlan::make(std::move(redistributions)));
    std::optional<LocalLayout> source;
    std::optional<LocalLayout> target;
    TRY(together(comm_, [&]() -> Result<void> {
        source = TRY(from.layout(mine.from, comm_.rank()));
        target = TRY(to.layout(mine.to, comm_.rank()));
        return {};
    }));
    RankLayouts const layouts{std::vector(strips.size(), source), std::vector(strips.size(), target)};
    std::optional<Redistributor> mover;
    if (!strips.empty()) mover = TRY(Redistributor::make(plan, comm_.handle(), layouts, options_of(mine)));
    RedistTotals const totals = plan.totals();
    auto spared = target ? spared_runs(described, strips, *target) : std::vector<ElementRun>{};
    return KeptPlan{std::move(requests), described,     totals.bytes_moved, totals.messages,
                    std::move(spared),   strips.size(), std::move(mover)};
}

void KeptPlan::execute(void const* a, void* b) {
    if (!mover) return;
    Index const bytes = element_bytes_of(described.type);
    auto* const target = static_cast<std::byte*>(b);
    std::vector<std::byte> before;
    for (ElementRun const& run : spared)
        before.insert(before.end(), target + run.offset * bytes, target + (run.offset + run.count) * bytes);
    std::vector<void const*> const sources(strips, a);
    std::vector<void*> const targets(strips, b);
    mover->execute(sources, targets);
    auto const* next = before.data();
    for (ElementRun const& run : spared) {
        std::memcpy(target + run.offset * bytes, next, as_size(run.count * bytes));
        next += run.count * bytes;
    }
}

namespace {

/// Never emptied: a set of processes has met here on all of them or on none, so all agree on whether it is new.
std::map<std::vector<Rank>, KeptPlans>& all_kept_plans() {
    static std::map<std::vector<Rank>, KeptPlans> all;
    return all;
}

} // namespace

KeptPlans& kept_plans_of(int context) {
    auto& all = all_kept_plans();
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

void drop_kept_plans() {
    for (auto& [ranks, plans] : all_kept_plans()) plans.clear();
}

} // namespace tessera::scalapack
