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
using Table = std::vector<std::vector<AssignmentWeight>>;

AssignmentWeight worth_of(Table const& table, std::vector<int> const& columns) {
    AssignmentWeight sum;
    for (std::size_t row = 0; row < table.size(); ++row) sum = sum + table[row][static_cast<std::size_t>(columns[row])];
    return sum;
}

/// The most that any permutation is worth.
AssignmentWeight best_of_all(Table const& table) {
    std::vector<int> columns(table.size());
    std::iota(columns.begin(), columns.end(), 0);
    AssignmentWeight best = worth_of(table, columns);
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
        Table table(size, std::vector<AssignmentWeight>(size));
        std::vector<Match> matches;
        for (Index const row : random_order(static_cast<Index>(size)))
            for (std::size_t column = 0; column < size; ++column) {
                if (between(1, 10) > density) continue;
                AssignmentWeight& worth = table[as_size(row)][column];
                worth = {one_in(2) ? 0 : between(0, 3), between(1, most)};
                matches.push_back({static_cast<int>(row), static_cast<int>(column), worth});
            }
        auto const columns = best_assignment(static_cast<int>(size), matches);
        require_permutation(columns, size);
        RC_ASSERT(worth_of(table, columns) == best_of_all(table));
    });
}

/// Bytes that move between ranks, and between nodes, found by walking over the messages.
AssignmentWeight moved_by(RedistPlan const& plan, RankNodes const& nodes) {
    AssignmentWeight moved;
    plan.for_each_message([&](Message const& message) {
        if (message.from != message.to) moved.second += message.elements;
        if (nodes.node_of(message.from) != nodes.node_of(message.to)) moved.first += message.elements;
    });
    return moved;
}

/// The node of each rank: in blocks of `per_node` ranks, or one after the other to as many nodes as these blocks would fill.
std::vector<Index> dealt(Index ranks, Index per_node, bool in_turn) {
    std::vector<Index> nodes;
    Index const count = (ranks + per_node - 1) / per_node;
    for (Index rank = 0; rank < ranks; ++rank) nodes.push_back(in_turn ? rank % count : rank / per_node);
    return nodes;
}

std::vector<Rank> ranks_of(Processors const& processors) {
    if (!processors.ranks.empty()) return processors.ranks;
    Index const size = std::accumulate(processors.extents.begin(), processors.extents.end(), Index{1}, std::multiplies<>());
    std::vector<Rank> ranks(as_size(size));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

/// What moves if place p of a target's arrangement is rank `ranks[p]`: found by walking over the elements and asking who has each
/// and who gets it, once for every place and every rank. A receiver that holds a copy takes its own.
class MovedByElements {
  public:
    MovedByElements(RedistPlan const& plan, std::vector<Rank> const& ranks, RankNodes const& nodes)
        : costs_(ranks.size(), std::vector<AssignmentWeight>(ranks.size())) {
        std::vector<PeriodicSet> all;
        for (CopyAxis const& axis : plan.map().axes) all.push_back(PeriodicSet::interval({0, axis.extent}));
        BoxSet(std::move(all)).for_each([&](std::span<Index const> point) {
            auto const holders = plan.source().owners(side_index(plan, &CopyAxis::source, plan.source().dims(), point));
            for (Owner const& receiver : plan.target().owners(side_index(plan, &CopyAxis::target, plan.target().dims(), point)))
                for (std::size_t other = 0; other < ranks.size(); ++other) {
                    AssignmentWeight& cost = costs_[place_of(ranks, receiver.rank)][other];
                    auto const on_node = [&](Owner const& each) { return nodes.node_of(each.rank) == nodes.node_of(ranks[other]); };
                    if (std::ranges::count(holders, ranks[other], &Owner::rank) == 0) ++cost.second;
                    if (std::ranges::none_of(holders, on_node)) ++cost.first;
                }
        });
    }

    /// By the places of the ranks in the list that this was made of.
    [[nodiscard]] AssignmentWeight of(std::vector<std::size_t> const& ranks) const {
        AssignmentWeight sum;
        for (std::size_t place = 0; place < ranks.size(); ++place) sum = sum + costs_[place][ranks[place]];
        return sum;
    }

  private:
    static Extents side_index(RedistPlan const& plan, std::optional<CopySide> CopyAxis::*side, int dims,
                              std::span<Index const> point) {
        Extents index(as_size(dims));
        for (std::size_t axis = 0; axis < point.size(); ++axis)
            if (auto const& place = plan.map().axes[axis].*side)
                index[as_size(place->dim)] = place->start + place->step * point[axis];
        return index;
    }
    static std::size_t place_of(std::vector<Rank> const& ranks, Rank rank) {
        return as_size(std::ranges::find(ranks, rank) - ranks.begin());
    }

    std::vector<std::vector<AssignmentWeight>> costs_; // elements that move, by place and rank
};

/// Random mappings whose targets are whole arrangements of few ranks, so that all permutations can be tried.
std::optional<RedistPlan> small_plan() {
    auto const [map, source_extents, target_extents] = random_copy();
    MappingSpec target = random_mapping_spec(target_extents, 7);
    target.onto.clear();
    auto const mapped = Mapping::make(target);
    if (!mapped || mapped->grid().size() > 7) return std::nullopt;
    return RedistPlan::make(random_mapping(source_extents, 7), *mapped, map).value();
}

bool random_mappings() {
    return rc::check("relabelling moves as little as the best permutation of the ranks", [] {
        auto const plan = small_plan();
        RC_PRE(plan.has_value());
        bool const on_nodes = one_in(2) && plan->source().replicas() == 1;
        auto const nodes = RankNodes::listed(dealt(plan->ranks(), on_nodes ? between(1, 3) : 1, one_in(2)));
        auto const multi = MultiPlan::make({*plan}).value();
        auto const found = relabelled(multi, on_nodes ? std::optional(nodes) : std::nullopt).value();
        auto ranks = ranks_of(plan->target().spec().processors);
        MovedByElements const moved(*plan, ranks, nodes);
        auto const value = [&](AssignmentWeight const& worth) { return on_nodes ? worth : AssignmentWeight{0, worth.second}; };
        std::vector<std::size_t> places(ranks.size());
        std::iota(places.begin(), places.end(), 0);
        AssignmentWeight const present = value(moved.of(places));
        RC_ASSERT(present == value(moved_by(*plan, nodes)));
        AssignmentWeight best = present;
        while (std::ranges::next_permutation(places).found) best = std::min(best, value(moved.of(places)));
        RedistPlan const& after = found.plan.plans()[0];
        RC_ASSERT(value(moved_by(after, nodes)) == best);
        RC_ASSERT(found.after.totals == after.totals());
        RC_ASSERT(found.arrangements.empty() == (present == best));
        auto used = ranks_of(after.target().spec().processors);
        std::ranges::sort(used);
        std::ranges::sort(ranks);
        RC_ASSERT(used == ranks);
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
