// SPDX-License-Identifier: BSD-3-Clause
// Tessera: weights of phases and remaps for each layout of some arrays, as exact as requested so far.
#include "libcore/advise/layout_weights.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <numeric>

namespace tessera {
namespace {

/// Returns whether both cut the same dimensions into the same numbers of parts, whatever the formats.
bool on_same_grid(MappingSpec const& a, MappingSpec const& b) {
    auto const same_kind = [](DistFormat const& x, DistFormat const& y) { return x.is_distributed() == y.is_distributed(); };
    return !a.target && !b.target && a.processors.extents == b.processors.extents && a.onto == b.onto &&
           std::ranges::equal(a.formats, b.formats, same_kind);
}

/// Returns whether a phase before this one, or a phase of a loop around this one, writes the array. Otherwise its copies would be
/// free of charge.
bool is_made_before(PhasedProgram const& program, std::size_t phase, std::size_t array) {
    auto const made_in = [&](std::size_t first, std::size_t last) {
        for (std::size_t other = first; other < last; ++other) {
            PhaseArray const* const use = program.phases()[other].uses[array];
            if (use != nullptr && use->access != PhaseAccess::Read) return true;
        }
        return false;
    };
    auto const made_around = [&](ProgramLoop const& loop) {
        return loop.first <= phase && phase <= loop.last && made_in(loop.first, loop.last + 1);
    };
    return made_in(0, phase) || std::ranges::any_of(program.loops(), made_around);
}

double product_of(std::vector<std::vector<std::size_t>> const& options) {
    double all = 1;
    for (auto const& each : options) all *= static_cast<double>(each.size());
    return all;
}

} // namespace

Result<LayoutWeights> LayoutWeights::make(PhaseCoster const& coster, std::vector<std::size_t> arrays, Index ranks,
                                          std::optional<Index> memory) {
    LayoutWeights weights(coster, std::move(arrays), memory);
    for (std::size_t const array : weights.arrays_) {
        auto candidates = TRY(candidates_for(coster, array, ranks));
        weights.rules_.insert(weights.rules_.end(), candidates.rules.begin(), candidates.rules.end());
        auto& sizes = weights.sizes_.emplace_back();
        for (Mapping const& mapping : candidates.mappings) sizes.push_back(memory_of(mapping));
        weights.candidates_.push_back(std::move(candidates));
    }
    TRY(weights.bound_phases());
    weights.make_tuples();
    weights.operands_.assign(weights.parts_.size(), std::vector<std::map<Pair, Known>>(weights.arrays_.size()));
    for (LayoutTuple const& tuple : weights.tuples_) {
        TRY(weights.bound_operands(tuple));
        Index bytes = 0;
        for (std::size_t member = 0; member < tuple.size(); ++member) bytes += weights.sizes_[member][tuple[member]];
        weights.limited_ = weights.limited_ || (memory && bytes > *memory);
    }
    return weights;
}

/// Adds all combinations of one option per member.
void LayoutWeights::add_tuples(std::vector<std::vector<std::size_t>> const& options) {
    std::vector<std::size_t> at(options.size(), 0);
    for (bool more = true; more;) {
        LayoutTuple tuple;
        for (std::size_t member = 0; member < at.size(); ++member) tuple.push_back(options[member][at[member]]);
        if (std::ranges::find(tuples_, tuple) == tuples_.end()) tuples_.push_back(std::move(tuple));
        more = false;
        for (std::size_t member = at.size(); member-- > 0 && !more;) {
            more = ++at[member] < options[member].size();
            if (!more) at[member] = 0;
        }
    }
}

void LayoutWeights::make_tuples() {
    std::vector<std::vector<std::size_t>> all;
    for (LayoutCandidates const& each : candidates_) {
        all.emplace_back(each.mappings.size());
        std::iota(all.back().begin(), all.back().end(), std::size_t{0});
    }
    if (product_of(all) <= static_cast<double>(most_tuples)) return add_tuples(all);
    add_tuples(std::vector<std::vector<std::size_t>>(candidates_.size(), {0})); // the job's own, if it has as many ranks
    add_same_grids();
}

/// Returns a member's layouts on the same grid as another member's layout. If there are none, returns the cheapest one by bounds.
std::vector<std::size_t> LayoutWeights::on_grid_of(std::size_t member, Mapping const& model) const {
    auto const& mappings = candidates_[member].mappings;
    std::vector<std::size_t> layouts;
    for (std::size_t layout = 0; layout < mappings.size(); ++layout)
        if (on_same_grid(mappings[layout].spec(), model.spec())) layouts.push_back(layout);
    if (!layouts.empty()) return layouts;
    auto const seconds = [&](std::size_t layout) {
        double sum = 0;
        for (std::size_t phase = 0; phase < parts_.size(); ++phase)
            sum += part(phase, member, layout).cost * coster_->program().phases()[phase].times;
        return sum;
    };
    std::size_t cheapest = 0;
    for (std::size_t layout = 1; layout < mappings.size(); ++layout)
        if (seconds(layout) < seconds(cheapest)) cheapest = layout;
    return {cheapest};
}

/// Adds tuples with all arrays on one grid, in the same formats as far as possible. LayoutDescent improves single arrays later.
void LayoutWeights::add_same_grids() {
    for (LayoutCandidates const& leading : candidates_)
        for (Mapping const& model : leading.mappings) {
            std::vector<std::vector<std::size_t>> options;
            for (std::size_t member = 0; member < candidates_.size(); ++member)
                options.push_back({most_alike(member, on_grid_of(member, model), model)});
            if (tuples_.size() < most_tuples) add_tuples(options);
        }
    cut_short_ = true;
    std::vector<std::string> names;
    for (std::size_t const array : arrays_) names.push_back(coster_->program().arrays()[array].array.name);
    rules_.push_back(fmt::format("{} have too many layouts together to compare all, so these were improved one array at a time",
                                 fmt::join(names, ", ")));
}

Result<std::size_t> LayoutWeights::number_of(LayoutTuple const& tuple) {
    auto const known = std::ranges::find(tuples_, tuple);
    if (known != tuples_.end()) return as_size(known - tuples_.begin());
    tuples_.push_back(tuple);
    TRY(bound_operands(tuple));
    return tuples_.size() - 1;
}

/// Returns the layout with the model's formats, or the first one if there is none.
std::size_t LayoutWeights::most_alike(std::size_t member, std::vector<std::size_t> const& layouts, Mapping const& model) const {
    auto const alike = [&](std::size_t layout) {
        return candidates_[member].mappings[layout].spec().formats == model.spec().formats;
    };
    auto const found = std::ranges::find_if(layouts, alike);
    return found == layouts.end() ? layouts.front() : *found;
}

// Weights of phases.

Result<LayoutWeights::Known> LayoutWeights::part_of(std::size_t phase, std::size_t member, std::size_t layout,
                                                    Pricing pricing) const {
    PhaseArray const* const use = coster_->program().phases()[phase].uses[arrays_[member]];
    bool const copies = candidates_[member].mappings[layout].replicas() > 1;
    bool const serves = (use == nullptr || reads_only(*use)) && is_made_before(coster_->program(), phase, arrays_[member]);
    if (copies && !serves && !is_own(member, layout)) return Known{.exact = true, .refused = true};
    auto const cost = TRY(coster_->of_array(phase, arrays_[member], candidates_[member].mappings[layout], pricing));
    Known known{.exact = pricing == Pricing::Full, .refused = !cost.refusal.empty(), .memory = cost.memory};
    known.seconds = cost.seconds().value_or(0);
    known.messages = cost.communication().messages;
    bool const silent = cost.halo.seconds == 0.0 && cost.reduction.seconds == 0.0 && cost.spreading.seconds == 0.0;
    known.exact = known.exact || known.refused || silent;
    ProgramPhase const& asked = coster_->program().phases()[phase];
    // A phase with fixed layouts runs only in the job's own layouts.
    bool const own = candidates_[member].mappings[layout].spec() == coster_->program().own_mapping(phase, arrays_[member]).spec();
    if (asked.statement.fixed && asked.uses[arrays_[member]] != nullptr && !own) known.refused = true;
    // An array that arrives in the job's own layout and is remapped in the phase keeps that layout on arrival in every answer.
    if (!own && coster_->program().is_remapped_at_end(phase, arrays_[member]) && has_own(phase, member)) known.refused = true;
    return known;
}

Result<void> LayoutWeights::bound_phases() {
    std::size_t const phases = coster_->program().phases().size();
    parts_.resize(phases);
    for (std::size_t phase = 0; phase < phases; ++phase) {
        parts_[phase].resize(arrays_.size());
        LayoutMoves::Moved& moved = moved_.emplace_back();
        for (std::size_t const array : arrays_) {
            PhaseArray const* const use = coster_->program().phases()[phase].uses[array];
            moved.push_back(use == nullptr || use->access != PhaseAccess::Write);
        }
        for (std::size_t member = 0; member < arrays_.size(); ++member)
            for (std::size_t layout = 0; layout < candidates_[member].mappings.size(); ++layout)
                parts_[phase][member].push_back(TRY(part_of(phase, member, layout, Pricing::Least)));
    }
    return {};
}

/// Returns whether the job's layout in this phase is a candidate. It is not if the job uses another number of ranks.
bool LayoutWeights::has_own(std::size_t phase, std::size_t member) const {
    MappingSpec const& own = coster_->program().own_mapping(phase, arrays_[member]).spec();
    return std::ranges::any_of(candidates_[member].mappings, [&](Mapping const& each) { return each.spec() == own; });
}

/// Returns whether the job itself uses this layout in some phase.
bool LayoutWeights::is_own(std::size_t member, std::size_t layout) const {
    MappingSpec const& spec = candidates_[member].mappings[layout].spec();
    auto const& states = coster_->program().arrays()[arrays_[member]].states;
    return std::ranges::any_of(states, [&](Mapping const& state) { return state.spec() == spec; });
}

/// Returns the member with which the elements of another member are combined in a phase.
std::optional<std::size_t> LayoutWeights::partner_of(std::size_t phase, std::size_t member) const {
    PhaseArray const* const use = coster_->program().phases()[phase].uses[arrays_[member]];
    if (use == nullptr || use->with.empty()) return std::nullopt;
    std::size_t const partner = coster_->program().array_number(use->with);
    auto const found = std::ranges::find(arrays_, partner);
    return found == arrays_.end() ? std::nullopt : std::optional(as_size(found - arrays_.begin()));
}

Result<LayoutWeights::Known> LayoutWeights::operand_of(std::size_t phase, std::size_t member, Pair const& layouts,
                                                       Pricing pricing) const {
    std::size_t const partner = *partner_of(phase, member);
    auto const cost = TRY(coster_->of_operand(phase, arrays_[member], candidates_[member].mappings[layouts.first],
                                              candidates_[partner].mappings[layouts.second], pricing));
    Price const price = cost.price();
    return Known{.seconds = price.seconds.value_or(0),
                 .exact = pricing == Pricing::Full || price.seconds == 0.0,
                 .memory = cost.memory,
                 .messages = price.messages};
}

Result<void> LayoutWeights::bound_operands(LayoutTuple const& tuple) {
    for (std::size_t phase = 0; phase < parts_.size(); ++phase)
        for (std::size_t member = 0; member < arrays_.size(); ++member) {
            auto const partner = partner_of(phase, member);
            if (!partner) continue;
            Pair const layouts{tuple[member], tuple[*partner]};
            if (operands_[phase][member].contains(layouts)) continue;
            auto const known = TRY(operand_of(phase, member, layouts, Pricing::Least));
            operands_[phase][member].emplace(layouts, known);
        }
    return {};
}

LayoutWeight LayoutWeights::weight_of(std::size_t phase, LayoutTuple const& tuple) const {
    LayoutWeight weight;
    Index memory = 0;
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        Known const& part = parts_[phase][member][tuple[member]];
        if (part.refused) return LayoutWeight::forbidden();
        memory += part.memory;
        weight.cost += part.seconds;
        auto const partner = partner_of(phase, member);
        if (!partner) continue;
        Known const& operand = operands_[phase][member].at({tuple[member], tuple[*partner]});
        weight.cost += operand.seconds;
        memory += operand.memory;
    }
    return memory_ && memory > *memory_ ? LayoutWeight::forbidden() : weight;
}

bool LayoutWeights::are_alike_in(std::size_t phase, std::size_t tuple, std::size_t other) const {
    auto const& uses = coster_->program().phases()[phase].uses;
    for (std::size_t member = 0; member < arrays_.size(); ++member)
        if (uses[arrays_[member]] != nullptr && tuples_[tuple][member] != tuples_[other][member]) return false;
    return true;
}

LayoutWeight LayoutWeights::phase(std::size_t phase, std::size_t tuple) const {
    return weight_of(phase, tuples_[tuple]);
}

Result<LayoutWeight> LayoutWeights::of_combination(std::size_t phase, LayoutTuple const& tuple) {
    TRY(bound_operands(tuple));
    return weight_of(phase, tuple);
}

LayoutWeight LayoutWeights::part(std::size_t phase, std::size_t member, std::size_t layout) const {
    Known const& part = parts_[phase][member][layout];
    bool const too_large = memory_ && part.memory > *memory_;
    return part.refused || too_large ? LayoutWeight::forbidden() : LayoutWeight{part.seconds, 0, 0};
}

Result<int> LayoutWeights::settle_phase(std::size_t phase, std::size_t tuple) {
    return settle_combination(phase, tuples_[tuple]);
}

Result<int> LayoutWeights::settle_combination(std::size_t phase, LayoutTuple const& tuple) {
    int prices = 0;
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        if (Known& part = parts_[phase][member][tuple[member]]; !part.exact) {
            part = TRY(part_of(phase, member, tuple[member], Pricing::Full));
            ++prices;
        }
        auto const partner = partner_of(phase, member);
        if (!partner) continue;
        Pair const layouts{tuple[member], tuple[*partner]};
        if (Known& operand = operands_[phase][member].at(layouts); !operand.exact) {
            operand = TRY(operand_of(phase, member, layouts, Pricing::Full));
            ++prices;
        }
    }
    return prices;
}

// Weights of remaps.

LayoutMoves& LayoutWeights::moves() {
    if (!moves_) moves_.emplace(coster_->prices(), candidates_, sizes_, tuples_, memory_);
    return *moves_;
}

Result<void> LayoutWeights::bound_remaps(std::set<std::size_t> const& from, std::set<std::size_t> const& to,
                                         PhaseChange const& change) {
    return moves().bound(from, to, kind_of(change));
}

bool LayoutWeights::may_follow(LayoutTuple const& from, LayoutTuple const& to, std::size_t before) const {
    if (!memory_) return true;
    Index memory = 0;
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        bool const moves = from[member] != to[member] && moved_[before][member];
        Index const old = sizes_[member][from[member]];
        Index const other = sizes_[member][to[member]];
        memory += moves ? old + other : std::max(old, other); // the memory of overwritten arrays is freed first
    }
    return memory <= *memory_;
}

Result<int> LayoutWeights::settle_remap(std::size_t from, std::size_t to, PhaseChange const& change, double limit) {
    return moves_->settle(from, to, kind_of(change), limit);
}

std::optional<LayoutTuple> LayoutWeights::combination_of(std::vector<Mapping> const& mappings) const {
    LayoutTuple tuple;
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        auto const& candidates = candidates_[member].mappings;
        auto const same = [&](Mapping const& each) { return each.spec() == mappings[arrays_[member]].spec(); };
        auto const found = std::ranges::find_if(candidates, same);
        if (found == candidates.end()) return std::nullopt;
        tuple.push_back(as_size(found - candidates.begin()));
    }
    return tuple;
}

Result<std::vector<LayoutMoves::Way>> LayoutWeights::ways(LayoutTuple const& from, LayoutTuple const& to, PhaseChange const& change,
                                                          double limit) {
    std::vector<LayoutMoves::Way> ways;
    LayoutMoves::Moved const all = moved_[change.to];
    for (std::size_t member = 0; member < (cut_short_ ? arrays_.size() : 1); ++member) {
        LayoutTuple target = to;
        if (cut_short_) target = from, target[member] = to[member];
        auto way = TRY(moves().way(from, target, all, limit));
        if (!way.stops.empty()) ways.push_back(std::move(way));
    }
    return ways;
}

} // namespace tessera
