// SPDX-License-Identifier: BSD-3-Clause
// Tessera: relabelling against all permutations of up to seven ranks.
#include "libcore/redist/relabelling/assignment.hpp"
#include "libcore/redist/relabelling/relabelling.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <numeric>
#include <set>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Worths by row and column.
using Table = std::vector<std::vector<Worth>>;

Worth worth_of(Table const& table, std::vector<int> const& columns) {
    Worth sum;
    for (std::size_t row = 0; row < table.size(); ++row) sum = sum + table[row][static_cast<std::size_t>(columns[row])];
    return sum;
}

/// The most that any permutation is worth.
Worth best_of_all(Table const& table) {
    std::vector<int> columns(table.size());
    std::iota(columns.begin(), columns.end(), 0);
    Worth best = worth_of(table, columns);
    while (std::ranges::next_permutation(columns).found) best = std::max(best, worth_of(table, columns));
    return best;
}

void require_permutation(std::vector<int> const& columns, std::size_t size) {
    RC_ASSERT(columns.size() == size);
    std::set<int> const all(columns.begin(), columns.end());
    RC_ASSERT(all.size() == size);
    if (size > 0) RC_ASSERT(*all.begin() == 0 && *all.rbegin() == static_cast<int>(size) - 1);
}

bool any_volumes() {
    return rc::check("an assignment is worth as much as the best permutation", [] {
        auto const size = as_size(between(0, 7));
        Index const density = between(0, 10);
        Index const most = one_in(2) ? 3 : 1000;
        Table table(size, std::vector<Worth>(size));
        std::vector<Match> matches;
        for (Index const row : random_order(static_cast<Index>(size)))
            for (std::size_t column = 0; column < size; ++column) {
                if (between(1, 10) > density) continue;
                Worth& worth = table[as_size(row)][column];
                worth = {one_in(2) ? 0 : between(0, 3), between(1, most)};
                matches.push_back({static_cast<int>(row), static_cast<int>(column), worth});
            }
        auto const columns = best_assignment(static_cast<int>(size), matches);
        require_permutation(columns, size);
        RC_ASSERT(worth_of(table, columns) == best_of_all(table));
    });
}

/// Bytes that move between ranks, and between nodes, found by walking over the messages.
Worth moved_by(RedistPlan const& plan, Index per_node) {
    Worth moved;
    plan.for_each_message([&](Message const& message) {
        if (message.from != message.to) moved.second += message.elements;
        if (message.from / per_node != message.to / per_node) moved.first += message.elements;
    });
    return moved;
}

/// The plan to the same target on other ranks: position p of the arrangement gets ranks[p].
RedistPlan on_ranks(RedistPlan const& plan, std::vector<Rank> const& ranks) {
    MappingSpec spec = plan.target().spec();
    spec.processors.ranks = ranks;
    return RedistPlan::make(plan.source(), Mapping::make(spec).value(), plan.map()).value();
}

std::vector<Rank> ranks_of(Processors const& processors) {
    if (!processors.ranks.empty()) return processors.ranks;
    Index const size = std::accumulate(processors.extents.begin(), processors.extents.end(), Index{1}, std::multiplies<>());
    std::vector<Rank> ranks(as_size(size));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

/// Random mappings whose targets are whole arrangements of few ranks, so that all permutations can be planned.
std::optional<RedistPlan> small_plan() {
    auto const [map, source_extents, target_extents] = random_copy();
    MappingSpec target = random_mapping_spec(target_extents, 7);
    target.onto.clear();
    auto const mapped = Mapping::make(target);
    if (!mapped || mapped->grid().size() > 5) return std::nullopt;
    return RedistPlan::make(random_mapping(source_extents, 7), *mapped, map).value();
}

bool random_mappings() {
    return rc::check("relabelling moves as little as the best permutation of the ranks", [] {
        auto const plan = small_plan();
        RC_PRE(plan.has_value());
        bool const nodes = one_in(2) && plan->source().replicas() == 1;
        Index const per_node = nodes ? between(1, 3) : 1;
        auto const multi = MultiPlan::make({*plan}).value();
        auto const found = relabelled(multi, nodes ? std::optional(per_node) : std::nullopt).value();
        auto ranks = ranks_of(plan->target().spec().processors);
        std::ranges::sort(ranks);
        auto const value = [&](RedistPlan const& each) {
            Worth const moved = moved_by(each, per_node);
            return nodes ? moved : Worth{0, moved.second};
        };
        Worth best = value(*plan);
        do best = std::min(best, value(on_ranks(*plan, ranks)));
        while (std::ranges::next_permutation(ranks).found);
        RedistPlan const& after = found.plan.plans()[0];
        RC_ASSERT(value(after) == best);
        RC_ASSERT(found.after.totals == after.totals());
        RC_ASSERT(found.arrangements.empty() == (value(*plan) == best));
        auto used = ranks_of(after.target().spec().processors);
        std::ranges::sort(used);
        RC_ASSERT(used == ranks); // next_permutation ended where it began: ascending
    });
}

/// Sections of arrangements, and several arrays on one: the ranks stay the same set, and nothing gets worse.
bool sections_and_several_arrays() {
    return rc::check("relabelling stays within the ranks that are used", [] {
        std::vector<RedistPlan> plans;
        Extents const extents{between(1, 12), between(1, 8)};
        Mapping const target = random_mapping(extents, 9);
        for (Index count = between(1, 3); count > 0; --count)
            plans.push_back(RedistPlan::make(random_mapping(extents, 9), target).value());
        auto const multi = MultiPlan::make(plans).value();
        auto const found = relabelled(multi).value();
        RC_ASSERT(found.after.totals.bytes_moved <= found.before.totals.bytes_moved);
        for (RedistPlan const& plan : found.plan.plans()) {
            std::set<Rank> before, after;
            for (Index p = 0; p < target.grid().size(); ++p) before.insert(target.grid().rank(p));
            for (Index p = 0; p < target.grid().size(); ++p) after.insert(plan.target().grid().rank(p));
            RC_ASSERT(before == after);
        }
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({any_volumes(), random_mappings(), sections_and_several_arrays()});
}
