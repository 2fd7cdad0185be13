// SPDX-License-Identifier: BSD-3-Clause
// Tessera: new ranks for the target's processors, so that as little as possible moves.
#include "libcore/redist/relabelling/relabelling.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/redist/detail/plan_side.hpp"
#include "libcore/redist/detail/row_product.hpp"
#include "libcore/redist/relabelling/assignment.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tessera {

namespace {

constexpr Index most_matches = 20'000'000;

detail::PlanSide plan_side(Mapping const& mapping, RedistPlan const& plan, std::optional<CopySide> CopyAxis::*side) {
    std::vector<std::optional<CopySide>> axes;
    for (CopyAxis const& axis : plan.map().axes) axes.push_back(axis.*side);
    return {mapping, std::move(axes)};
}

/// Returns the number of each grid position within its whole arrangement, in the arrangement's order.
std::vector<Index> arrangement_numbers(Mapping const& mapping) {
    MappingSpec const& spec = mapping.spec();
    Processors numbered = spec.processors;
    numbered.ranks.clear();
    auto const grid = ProcessorGrid::make(numbered, spec.onto);
    ProcessorGrid const& declared = mapping.declared().grid();
    std::vector<Index> numbers;
    for (Index position = 0; position < grid->size(); ++position)
        numbers.push_back(grid->rank(declared.position(mapping.grid().rank(position)).value()));
    return numbers;
}

Rank rank_of(Processors const& processors, Index number) {
    return processors.ranks.empty() ? static_cast<Rank>(number) : processors.ranks[as_size(number)];
}

/// The assignment problem of one arrangement: rows are the used processors, columns are their ranks.
class ArrangementProblem {
  public:
    ArrangementProblem(Processors processors, std::optional<RankNodes> const& nodes)
        : processors_(std::move(processors)), nodes_(nodes) {}

    /// Adds the processors that hold a part of this target.
    void use(Mapping const& target) {
        for (Index const number : arrangement_numbers(target)) used_.insert(number);
    }
    void number_places() {
        for (Index const number : used_) {
            auto const place = static_cast<int>(row_of_.size());
            row_of_[number] = place;
            Rank const rank = rank_of(processors_, number);
            column_of_[rank] = place;
            if (nodes_) on_node_[nodes_->node_of(rank)].push_back(place);
        }
    }

    /// Adds the bytes that each rank holds of each processor's part. Error: too many pairs.
    [[nodiscard]] Result<void> add(RedistPlan const& plan) {
        detail::PlanSide const source = plan_side(plan.source(), plan, &CopyAxis::source);
        detail::PlanSide const target = plan_side(plan.target(), plan, &CopyAxis::target);
        std::vector<Index> const numbers = arrangement_numbers(plan.target());
        Index const bytes = plan.source().array().type.bytes;
        for (Rank const holder : source.holders()) {
            Index const position = source.holder(holder).value();
            bool const first_on_node = counts_for_node(plan.source(), position);
            std::vector<std::vector<DimTransfer::Entry>> rows;
            Extents const coords = source.coords(position);
            for (std::size_t axis = 0; axis < coords.size(); ++axis) rows.push_back(plan.factors()[axis].row(coords[axis]));
            detail::RowProduct const partners(rows);
            for (Index i = 0; i < partners.size(); ++i) {
                auto const [to, elements] = partners.at(i);
                for (Index copy = 0; copy < plan.target().replicas(); ++copy)
                    add(row_of_.at(numbers[as_size(target.position_of(to, copy))]), holder, elements * bytes, first_on_node);
            }
            if (std::ssize(matches_) > most_matches)
                return fail(fmt::format("relabelling visits each pair of a target processor and a rank that holds a part of it, "
                                        "but here are more than {}; relabel fewer ranks",
                                        grouped(most_matches)));
        }
        return {};
    }

    /// Returns the arrangement with new ranks, or nothing if no assignment saves anything.
    [[nodiscard]] std::optional<Processors> solve() {
        merge();
        auto const size = static_cast<int>(row_of_.size());
        std::vector<int> const columns = best_assignment(size, matches_);
        std::vector<int> present(as_size(size));
        std::iota(present.begin(), present.end(), 0);
        if (!(worth(present) < worth(columns))) return std::nullopt;
        Processors relabelled = processors_;
        if (relabelled.ranks.empty()) {
            Index const all =
                std::accumulate(processors_.extents.begin(), processors_.extents.end(), Index{1}, std::multiplies<>());
            relabelled.ranks.resize(as_size(all));
            std::iota(relabelled.ranks.begin(), relabelled.ranks.end(), 0);
        }
        std::vector<Index> const numbers(used_.begin(), used_.end());
        for (std::size_t row = 0; row < columns.size(); ++row)
            relabelled.ranks[as_size(numbers[row])] = rank_of(processors_, numbers[as_size(columns[row])]);
        return relabelled;
    }

  private:
    /// Returns whether this copy counts for its node. The first of several copies on one node counts.
    [[nodiscard]] bool counts_for_node(Mapping const& source, Index position) const {
        if (!nodes_ || source.replicas() == 1) return true;
        Extents coords;
        for (int d = 0; d < source.dims(); ++d) coords.push_back(source.dim_coord(position, d));
        Rank const here = source.grid().rank(position);
        for (Index copy = 0; copy < source.replica(position); ++copy)
            if (nodes_->same(source.grid().rank(source.position_of(coords, copy)), here)) return false;
        return true;
    }

    void add(int row, Rank holder, Index bytes, bool for_node) {
        auto const column = column_of_.find(holder);
        if (column != column_of_.end()) matches_.push_back({row, column->second, {0, bytes}});
        if (!nodes_ || !for_node) return;
        auto const node = on_node_.find(nodes_->node_of(holder));
        if (node == on_node_.end()) return;
        for (int const neighbour : node->second) matches_.push_back({row, neighbour, {bytes, 0}});
    }

    /// Joins the entries of each pair.
    void merge() {
        std::ranges::sort(matches_, {}, [](Match const& match) { return std::pair(match.row, match.column); });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < matches_.size(); ++i) {
            bool const same =
                kept > 0 && matches_[kept - 1].row == matches_[i].row && matches_[kept - 1].column == matches_[i].column;
            if (same)
                matches_[kept - 1].worth = matches_[kept - 1].worth + matches_[i].worth;
            else
                matches_[kept++] = matches_[i];
        }
        matches_.resize(kept);
    }

    [[nodiscard]] AssignmentWeight worth(std::vector<int> const& columns) const {
        AssignmentWeight sum;
        for (Match const& match : matches_)
            if (columns[as_size(match.row)] == match.column) sum = sum + match.worth;
        return sum;
    }

    Processors processors_;
    std::optional<RankNodes> const& nodes_;     // owned by the caller
    std::set<Index> used_;                      // numbers in the arrangement
    std::map<Index, int> row_of_;               // indexed by number in the arrangement
    std::map<Rank, int> column_of_;             // indexed by rank
    std::map<Index, std::vector<int>> on_node_; // columns by node
    std::vector<Match> matches_;
};

RelabelledVolume volume_of(MultiPlan const& plan, std::optional<RankNodes> const& nodes) {
    RelabelledVolume volume{plan.totals(), 0};
    if (!nodes) return volume;
    for (RedistPlan const& each : plan.plans())
        each.for_each_message([&](Message const& message) {
            if (!nodes->same(message.from, message.to))
                volume.bytes_between_nodes += message.elements * each.source().array().type.bytes;
        });
    return volume;
}

Result<RedistPlan> with_processors(RedistPlan const& plan, Processors const& processors) {
    MappingSpec spec = plan.target().spec();
    spec.processors = processors;
    auto target = TRY(Mapping::make(std::move(spec)));
    return RedistPlan::make(plan.source(), std::move(target), plan.map());
}

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// Names of arrangements, in lower case: those that must keep their ranks, and all that exist.
struct ArrangementNames {
    std::set<std::string> kept;
    std::set<std::string> taken;

    ArrangementNames(std::span<RedistPlan const> plans, std::set<std::string> const& others) {
        for (std::string const& name : others) kept.insert(lower_case(name));
        for (RedistPlan const& plan : plans) kept.insert(lower_case(plan.source().spec().processors.name));
        taken = kept;
        for (RedistPlan const& plan : plans) taken.insert(lower_case(plan.target().spec().processors.name));
    }

    /// Returns the arrangement under a name that no other arrangement has.
    NewRanks named(Processors processors) {
        std::string const old = processors.name;
        if (!kept.contains(lower_case(old))) return {std::move(processors), ""};
        int number = 2;
        while (!taken.insert(lower_case(fmt::format("{}{}", old, number))).second) ++number;
        processors.name = fmt::format("{}{}", old, number);
        return {std::move(processors), old};
    }
};

/// Groups the arrays by the arrangement of their targets. Groups are in the order of their first array.
std::vector<std::vector<std::size_t>> arrays_by_arrangement(std::span<RedistPlan const> plans) {
    std::vector<std::vector<std::size_t>> groups;
    auto const arrangement = [&](std::size_t array) -> Processors const& { return plans[array].target().spec().processors; };
    for (std::size_t array = 0; array < plans.size(); ++array) {
        auto const same = [&](auto const& group) { return arrangement(group.front()) == arrangement(array); };
        auto const group = std::ranges::find_if(groups, same);
        if (group == groups.end())
            groups.push_back({array});
        else
            group->push_back(array);
    }
    return groups;
}

/// Returns the arrangement of these arrays with new ranks, or nothing if no assignment saves anything.
Result<std::optional<Processors>> better_ranks(std::span<RedistPlan const> plans, std::vector<std::size_t> const& arrays,
                                               std::optional<RankNodes> const& nodes) {
    ArrangementProblem problem(plans[arrays.front()].target().spec().processors, nodes);
    for (std::size_t const array : arrays) problem.use(plans[array].target());
    problem.number_places();
    for (std::size_t const array : arrays) TRY(problem.add(plans[array]));
    return problem.solve();
}

} // namespace

Result<Relabelling> relabelled(MultiPlan const& plan, std::optional<RankNodes> const& nodes, std::set<std::string> const& others) {
    if (nodes && nodes->ranks() < plan.ranks())
        return fail(fmt::format("of {} ranks the nodes of {} are known", plan.ranks(), nodes->ranks()));
    std::vector<RedistPlan> plans(plan.plans().begin(), plan.plans().end());
    std::vector<NewRanks> arrangements;
    ArrangementNames names(plans, others);
    for (auto const& arrays : arrays_by_arrangement(plan.plans())) {
        auto better = TRY(better_ranks(plan.plans(), arrays, nodes));
        if (!better) continue;
        NewRanks const& ranks = arrangements.emplace_back(names.named(*std::move(better)));
        for (std::size_t const array : arrays) plans[array] = TRY(with_processors(plans[array], ranks.processors));
    }
    auto result = TRY(MultiPlan::make(std::move(plans)));
    return Relabelling{result, volume_of(plan, nodes), volume_of(result, nodes), std::move(arrangements)};
}

} // namespace tessera
