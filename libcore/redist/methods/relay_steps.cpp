// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods for copies that use relays: ranks with a copy, or with a share of one, send it on.
#include "libcore/redist/methods/detail/steps.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/redist/copy_shares.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace tessera::detail {

namespace {

/// Returns the copies of the target, ordered by how many elements of the source their ranks hold, most first. Cost: the ranks of
/// the source.
std::vector<Index> copies_by_presence(RedistPlan const& plan) {
    Mapping const& source = plan.source();
    Mapping const& target = plan.target();
    std::vector<Index> present(as_size(target.replicas()), 0);
    for (Index position = 0; position < source.grid().size(); ++position) {
        auto const there = target.grid().position(source.grid().rank(position));
        if (there && target.holds(*there)) present[as_size(target.replica(*there))] += source.owned_count(position);
    }
    std::vector<Index> copies(present.size());
    std::iota(copies.begin(), copies.end(), Index{0});
    std::ranges::stable_sort(copies, std::ranges::greater{}, [&](Index copy) { return present[as_size(copy)]; });
    return copies;
}

std::string wording(CopyShares const& shares, Index replicas) {
    if (shares.pieces == 1 && shares.holders == replicas) return fmt::format("to all {} copies", replicas);
    if (shares.pieces == 1) return fmt::format("to {} of {} copies", shares.holders, replicas);
    return fmt::format("in {} pieces, each to {}", shares.pieces, counted(shares.holders, "rank"));
}

/// Returns the steps from the source to the target through all these divisions except the last, which is the target itself. Returns
/// nothing if no format describes one of them.
Result<std::optional<std::vector<MethodStep>>> steps_by_way_of(RedistPlan const& plan, std::vector<CopyShares> const& ways,
                                                               std::span<Index const> copies) {
    Index const replicas = plan.target().replicas();
    std::vector<MethodStep> steps;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        bool const last = i + 1 == ways.size();
        if (steps.size() == 1 && steps.front().plan.totals().moved == 0) steps.clear(); // everything is there already
        auto next = last ? std::optional(plan.target()) : shared_copies(plan.target(), ways[i], copies);
        if (!next) return std::nullopt;
        auto step = TRY(steps.empty() ? RedistPlan::make(plan.source(), *std::move(next), plan.map())
                                      : RedistPlan::make(steps.back().plan.target(), *std::move(next), delivery_map(plan.map())));
        steps.push_back({std::move(step), wording(ways[i], replicas)});
    }
    return steps;
}

tl::unexpected<Error> no_copies() {
    return fail("it forwards copies, but here each element has one owner");
}

/// Returns the elements of the largest share if each copy's parts are cut along one dimension, one piece for each copy.
Index largest_share(Mapping const& target, int cut) {
    Index largest = 1;
    for (int d = 0; d < target.dims(); ++d) {
        Index most = 0;
        for (Index coord = 0; coord < target.dim(d).coords(); ++coord) most = std::max(most, target.dim(d).count(coord));
        largest *= d == cut ? ceil_div(most, target.replicas()) : most;
    }
    return largest;
}

/// Returns the steps for the array dimension to cut that gives the smallest shares, then moves the least to them. ways(cut) returns
/// the divisions; the last one is the target. (All cuts exchange equally many elements after the first step.)
template <typename Ways>
MethodSteps best_cut(RedistPlan const& plan, std::span<Index const> copies, Ways const& ways) {
    std::optional<std::vector<MethodStep>> best;
    std::tuple<Index, Index> least;
    for (int cut = 0; cut < plan.target().dims(); ++cut) {
        auto steps = TRY(steps_by_way_of(plan, ways(cut), copies));
        if (!steps) continue;
        std::tuple const cost{largest_share(plan.target(), cut), steps->front().plan.totals().moved};
        if (best && cost >= least) continue;
        least = cost;
        best = *std::move(steps);
    }
    if (best) return *std::move(best);
    return fail("it divides the target into shares, but a dimension is long and its owners follow no rule");
}

} // namespace

MethodSteps tree_steps(RedistPlan const& plan) {
    Index const replicas = plan.target().replicas();
    if (replicas == 1) return no_copies();
    std::vector<CopyShares> ways;
    for (Index holders = std::min(plan.source().replicas(), replicas); holders < replicas; holders *= 2)
        ways.push_back({0, 1, holders});
    ways.push_back({0, 1, replicas});
    auto steps = TRY(steps_by_way_of(plan, ways, copies_by_presence(plan)));
    if (!steps) return fail("it makes one copy after the other, but a dimension is long and its owners follow no rule");
    return *std::move(steps);
}

MethodSteps all_gather_steps(RedistPlan const& plan) {
    Index const replicas = plan.target().replicas();
    if (replicas == 1) return no_copies();
    return best_cut(plan, {}, [&](int cut) { return std::vector<CopyShares>{{cut, replicas, 1}, {cut, 1, replicas}}; });
}

MethodSteps halving_steps(RedistPlan const& plan) {
    Index const replicas = plan.target().replicas();
    if (replicas == 1) return no_copies();
    if (!std::has_single_bit(as_size(replicas)))
        return fail(fmt::format("it halves and doubles, but {} copies are not a power of two", replicas));
    // Elements that several ranks hold are not collected on one rank first.
    Index const senders = plan.source().grid().size() / plan.source().replicas();
    auto const first = static_cast<Index>(std::bit_ceil(as_size(std::min(senders, replicas))));
    return best_cut(plan, copies_by_presence(plan), [&](int cut) {
        std::vector<CopyShares> ways;
        for (Index pieces = first; pieces <= replicas; pieces *= 2) ways.push_back({cut, pieces, 1});
        for (Index pieces = replicas / 2; pieces >= 1; pieces /= 2) ways.push_back({cut, pieces, replicas / pieces});
        return ways;
    });
}

} // namespace tessera::detail
