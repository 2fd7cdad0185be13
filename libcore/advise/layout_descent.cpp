// SPDX-License-Identifier: BSD-3-Clause
// Tessera: search for layouts of several arrays over all phases that improves one array at a time.
#include "libcore/advise/layout_descent.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera {
namespace {

/// Limit of the rounds. Each costs about as much as the first; most programs need two or three.
constexpr int most_rounds = 8;

/// Limit of the starts with tuples that stay the same in all phases.
constexpr std::size_t most_beginnings = 3;

constexpr double worth_changing = 1 - 1e-9;
constexpr double most_effort_of_bounds = 50'000; // in addition to all others

LayoutTuple with_layout(LayoutTuple tuple, std::size_t member, std::size_t layout) {
    tuple[member] = layout;
    return tuple;
}

} // namespace

Result<LayoutDescent::Remap*> LayoutDescent::bounded(std::size_t member, std::size_t from, std::size_t to) {
    Remap& known = remap(member, from, to);
    if (known.bounded || from == to) return &known;
    MovingArray const array{&weights_.candidate(member, from), &weights_.candidate(member, to)};
    auto const price = TRY(prices_.remap({&array, 1}, Pricing::Least));
    auto const least = TRY(prices_.least_in_company(array, program_.arrays().size()));
    known = {.weight = {price.seconds.value_or(0), price.messages > 0 ? 1.0 : 0.0, static_cast<double>(price.messages)},
             .least = least,
             .bounded = true,
             .exact = price.messages == 0};
    return &known;
}

/// Computes bounds of the remaps that these layouts use. Also bounds all remaps from the same layout and all to the same layout,
/// because they are needed next. Returns whether any bound was missing.
Result<bool> LayoutDescent::bound_around(std::size_t member, std::vector<std::size_t> const& layouts) {
    bool any = false;
    for (PhaseChange const& change : program_.changes()) {
        std::size_t const from = layouts[change.from];
        std::size_t const to = layouts[change.to];
        if (from == to || !weights_.moves_before(change.to, member) || remap(member, from, to).bounded) continue;
        any = true;
        for (std::size_t layout = 0; layout < weights_.layouts(member); ++layout)
            for (auto const& [source, target] : {std::pair(from, layout), std::pair(layout, to)})
                TRY(bounded(member, source, target));
    }
    return any;
}

WeightTable LayoutDescent::remap_table(PhaseChange const& change, std::size_t member, Path const& path, Weights weights) {
    std::size_t const layouts = weights_.layouts(member);
    bool const moves = weights_.moves_before(change.to, member);
    WeightTable table(layouts, layouts);
    for (std::size_t from = 0; from < layouts; ++from)
        for (std::size_t to = 0; to < layouts; ++to) {
            if (weights == Weights::WithOthers && weights_.has_memory_limit() &&
                !weights_.may_follow(with_layout(path[change.from], member, from), with_layout(path[change.to], member, to),
                                     change.to))
                continue;
            LayoutWeight& weight = table.at(from, to) = LayoutWeight{};
            if (from == to || !moves) continue;
            Remap const& known = remap(member, from, to);
            weight = known.weight;
            if (weights == Weights::Bound) weight.cost = known.least;
        }
    return table;
}

Result<PhaseGraph> LayoutDescent::graph(std::size_t member, Path const& path, Weights weights) {
    std::vector<WeightTable> remaps;
    std::vector<std::size_t> tables;
    for (PhaseChange const& change : program_.changes()) {
        tables.push_back(remaps.size());
        remaps.push_back(remap_table(change, member, path, weights));
    }
    PhaseGraph graph = graph_of(program_, std::move(remaps), tables);
    std::size_t const phases = program_.phases().size();
    graph.phases = WeightTable(phases, weights_.layouts(member));
    for (std::size_t phase = 0; phase < phases; ++phase)
        for (std::size_t layout = 0; layout < weights_.layouts(member); ++layout) {
            auto const weight =
                TRY(weights == Weights::WithOthers ? weights_.of_combination(phase, with_layout(path[phase], member, layout))
                                                   : Result<LayoutWeight>(weights_.part(phase, member, layout)));
            graph.phases.at(phase, layout) = weight * program_.phases()[phase].times;
        }
    return graph;
}

/// Computes full prices of all phases and remaps of a member's path, while the effort lasts. Returns the number of new prices.
Result<int> LayoutDescent::settle(std::size_t member, Path const& path) {
    int prices = 0;
    for (std::size_t phase = 0; phase < path.size() && prices_.effort() < limit_; ++phase) {
        auto const settled = weights_.settle_combination(phase, path[phase]);
        if (!settled) return settled;
        prices += *settled;
    }
    for (PhaseChange const& change : program_.changes()) {
        std::size_t const from = path[change.from][member];
        std::size_t const to = path[change.to][member];
        if (from == to || !weights_.moves_before(change.to, member) || prices_.effort() >= limit_) continue;
        auto const known = TRY(bounded(member, from, to));
        if (known->exact) continue;
        auto const price = TRY(prices_.remap(weights_.candidate(member, from), weights_.candidate(member, to)));
        known->weight.cost = price.seconds.value_or(0);
        known->exact = true;
        ++prices;
    }
    return prices;
}

/// Gives a member these layouts, by phase. Returns its previous layouts.
std::vector<std::size_t> LayoutDescent::exchanged(Path& path, std::size_t member, std::vector<std::size_t> const& layouts) {
    std::vector<std::size_t> old;
    for (std::size_t phase = 0; phase < path.size(); ++phase) old.push_back(std::exchange(path[phase][member], layouts[phase]));
    return old;
}

/// Gives a member its best layouts. Returns whether they are better than before.
Result<bool> LayoutDescent::improve(std::size_t member, Path& path, Weights weights) {
    for (;;) {
        if (watch_.stopped()) return stopped_error();
        auto const problem = TRY(graph(member, path, weights));
        auto const choice = best_choice(problem);
        if (!choice) return false;
        auto const bounded_more = TRY(bound_around(member, choice->layouts));
        if (bounded_more) continue;
        Path other = path;
        std::vector<std::size_t> const old = exchanged(other, member, choice->layouts);
        if (weights == Weights::WithOthers) {
            auto const prices = TRY(settle(member, other));
            if (prices > 0) continue;
            bool const better = choice->weight.cost < tessera::weight_of(problem, old).cost * worth_changing;
            if (better) path = std::move(other);
            return better;
        }
        path = std::move(other);
        return true;
    }
}

/// Returns the least cost of all phases alone, as if remaps were free.
Result<double> LayoutDescent::least_of_phases() {
    double sum = 0;
    double const limit = prices_.effort() + most_effort_of_bounds;
    for (std::size_t phase = 0; phase < program_.phases().size(); ++phase) {
        auto const least = weights_.least_of_phase(phase, limit);
        if (!least) return least;
        sum += *least * program_.phases()[phase].times;
    }
    return sum;
}

/// Returns the path with the larger of two lower bounds: of all members alone, with their remaps; and of all phases alone, with
/// their combinations of arrays.
Result<FoundLayout> LayoutDescent::found(Path const& path) {
    FoundLayout found;
    std::size_t const members = path.front().size();
    for (std::size_t member = 0; member < members; ++member) {
        auto const alone = TRY(graph(member, path, Weights::Bound));
        if (auto const least = best_choice(alone)) found.bound += least->weight.cost;
    }
    auto const phases = TRY(least_of_phases());
    found.bound = std::max(found.bound, phases);
    found.seconds = TRY(cost_of_path(path));
    for (LayoutTuple const& tuple : path) found.tuples.push_back(TRY(weights_.number_of(tuple)));
    return found;
}

/// Returns the cost of phases and remaps, as far as they are known.
Result<double> LayoutDescent::cost_of_path(Path const& path) {
    double cost = 0;
    for (std::size_t phase = 0; phase < path.size(); ++phase) {
        auto const weight = TRY(weights_.of_combination(phase, path[phase]));
        cost += weight.cost * program_.phases()[phase].times;
    }
    for (PhaseChange const& change : program_.changes())
        for (std::size_t member = 0; member < path.front().size(); ++member) {
            if (!weights_.moves_before(change.to, member)) continue;
            auto const moved = TRY(bounded(member, path[change.from][member], path[change.to][member]));
            cost += moved->weight.cost * change.times;
        }
    return cost;
}

/// Returns the path with the same tuple in all phases. Members that cannot keep their layout follow `own`.
LayoutDescent::Path LayoutDescent::staying(LayoutTuple const& tuple, Path own) const {
    for (std::size_t member = 0; member < tuple.size(); ++member) {
        bool stays = true;
        for (std::size_t phase = 0; phase < own.size(); ++phase)
            stays = stays && !weights_.part(phase, member, tuple[member]).is_forbidden();
        for (LayoutTuple& layouts : own)
            if (stays) layouts[member] = tuple[member];
    }
    return own;
}

/// Returns the starts: the best of each array alone, and the most promising tuples that stay the same in all phases.
Result<std::vector<LayoutDescent::Path>> LayoutDescent::beginnings() {
    std::size_t const members = weights_.arrays().size();
    Path alone(program_.phases().size(), LayoutTuple(members, 0));
    for (std::size_t member = 0; member < members; ++member) {
        auto const begun = TRY(improve(member, alone, Weights::Alone));
        if (!begun) return std::vector<Path>{};
    }
    std::vector<std::pair<double, std::size_t>> promising;
    for (std::size_t tuple = 0; tuple < weights_.tuples().size(); ++tuple) {
        auto const cost = TRY(cost_of_path(staying(weights_.tuples()[tuple], alone)));
        promising.emplace_back(cost, tuple);
    }
    std::ranges::sort(promising);
    if (promising.size() > most_beginnings) promising.resize(most_beginnings);
    std::vector<Path> paths;
    for (auto const& [cost, tuple] : promising) paths.push_back(staying(weights_.tuples()[tuple], alone));
    paths.push_back(std::move(alone));
    return paths;
}

Result<void> LayoutDescent::descend(Path& path) {
    bool better = true;
    for (int round = 0; round < most_rounds && better; ++round) {
        better = false;
        for (std::size_t member = 0; member < path.front().size(); ++member) {
            auto const improved = TRY(improve(member, path, Weights::WithOthers));
            better = better || improved;
        }
    }
    return {};
}

Result<std::optional<FoundLayout>> LayoutDescent::run() {
    auto paths = TRY(beginnings());
    std::optional<Path> best;
    double least = 0;
    for (Path& path : paths) {
        TRY(descend(path));
        auto const cost = TRY(cost_of_path(path));
        if (std::isinf(cost) || (best && cost >= least * worth_changing)) continue;
        best = std::move(path);
        least = cost;
    }
    if (!best) return std::optional<FoundLayout>{};
    return std::optional(TRY(found(*best)));
}

} // namespace tessera
