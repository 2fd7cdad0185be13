// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what phases and remaps weigh for each layout of some arrays, known as well as anybody has asked.
#include "libcore/advise/layout_weights.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {
namespace {

/// The same formats on the same grid, whichever arrays they are of.
bool distributed_alike(MappingSpec const& a, MappingSpec const& b) {
    return !a.target && !b.target && a.formats == b.formats && a.processors.extents == b.processors.extents && a.onto == b.onto;
}

} // namespace

Result<LayoutWeights> LayoutWeights::make(PhaseCoster const& coster, std::vector<std::size_t> arrays, Index ranks,
                                          std::optional<Index> memory) {
    LayoutWeights weights(coster, std::move(arrays), memory);
    for (std::size_t const array : weights.arrays_) {
        auto candidates = candidates_for(coster, array, ranks);
        if (!candidates) return forward_error(candidates);
        weights.rules_.insert(weights.rules_.end(), candidates->rules.begin(), candidates->rules.end());
        weights.candidates_.push_back(*std::move(candidates));
    }
    weights.make_tuples();
    weights.remaps_.resize(weights.arrays_.size());
    weights.operands_.resize(weights.arrays_.size());
    if (auto const bound = weights.bound_phases(); !bound) return forward_error(bound);
    if (auto const bound = weights.bound_operands(); !bound) return forward_error(bound);
    for (std::size_t tuple = 0; memory && tuple < weights.tuples_.size(); ++tuple) {
        Index bytes = 0;
        for (std::size_t member = 0; member < weights.arrays_.size(); ++member) bytes += memory_of(weights.mapping(tuple, member));
        weights.limited_ = weights.limited_ || bytes > *memory;
    }
    return weights;
}

void LayoutWeights::make_tuples() {
    double all = 1;
    for (LayoutCandidates const& each : candidates_) all *= static_cast<double>(each.mappings.size());
    if (all > static_cast<double>(most_tuples)) return add_alike();
    LayoutTuple tuple(candidates_.size(), 0);
    for (bool more = true; more;) {
        tuples_.push_back(tuple);
        more = false;
        for (std::size_t member = candidates_.size(); member-- > 0 && !more;) {
            more = ++tuple[member] < candidates_[member].mappings.size();
            if (!more) tuple[member] = 0;
        }
    }
}

/// All arrays alike, as far as each can; and the first layout of each, which is the job's own where it has as many ranks.
void LayoutWeights::add_alike() {
    cut_short_ = true;
    tuples_.emplace_back(candidates_.size(), 0);
    std::set<LayoutTuple> seen(tuples_.begin(), tuples_.end());
    for (LayoutCandidates const& leading : candidates_) {
        for (Mapping const& model : leading.mappings) {
            LayoutTuple tuple(candidates_.size(), 0);
            for (std::size_t member = 0; member < tuple.size(); ++member) {
                auto const& mappings = candidates_[member].mappings;
                auto const like = std::ranges::find_if(
                    mappings, [&](Mapping const& each) { return distributed_alike(each.spec(), model.spec()); });
                if (like != mappings.end()) tuple[member] = as_size(like - mappings.begin());
            }
            if (tuples_.size() < most_tuples && seen.insert(tuple).second) tuples_.push_back(tuple);
        }
    }
    std::vector<std::string> names;
    for (std::size_t const array : arrays_) names.push_back(coster_->program().arrays()[array].array.name);
    rules_.push_back(
        fmt::format("{} are considered distributed alike only: all combinations would be too many", fmt::join(names, ", ")));
}

// What is known of phases.

Result<LayoutWeights::Known> LayoutWeights::part_of(std::size_t phase, std::size_t member, std::size_t layout,
                                                    Pricing pricing) const {
    auto const cost = coster_->of_array(phase, arrays_[member], candidates_[member].mappings[layout], pricing);
    if (!cost) return forward_error(cost);
    Known known{.exact = pricing == Pricing::Full, .refused = !cost->refusal.empty(), .memory = cost->memory};
    known.seconds = cost->seconds().value_or(0);
    known.messages = cost->communication().messages;
    bool const silent = cost->halo.seconds == 0.0 && cost->reduction.seconds == 0.0 && cost->spreading.seconds == 0.0;
    known.exact = known.exact || known.refused || silent;
    ProgramPhase const& asked = coster_->program().phases()[phase];
    // A phase whose layouts are fixed runs in the job's own.
    bool const own = candidates_[member].mappings[layout].spec() == coster_->program().own_mapping(phase, arrays_[member]).spec();
    if (asked.statement.fixed && asked.uses[arrays_[member]] != nullptr && !own) known.refused = true;
    return known;
}

Result<void> LayoutWeights::bound_phases() {
    std::size_t const phases = coster_->program().phases().size();
    parts_.resize(phases);
    for (std::size_t phase = 0; phase < phases; ++phase) {
        parts_[phase].resize(arrays_.size());
        for (std::size_t member = 0; member < arrays_.size(); ++member)
            for (std::size_t layout = 0; layout < candidates_[member].mappings.size(); ++layout) {
                auto known = part_of(phase, member, layout, Pricing::Least);
                if (!known) return forward_error(known);
                parts_[phase][member].push_back(*known);
            }
    }
    return {};
}

/// The member with which another one's elements must meet in a phase.
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
    auto const price = coster_->of_operand(phase, arrays_[member], candidates_[member].mappings[layouts.first],
                                           candidates_[partner].mappings[layouts.second], pricing);
    if (!price) return forward_error(price);
    return Known{.seconds = price->seconds.value_or(0),
                 .exact = pricing == Pricing::Full || price->seconds == 0.0,
                 .messages = price->messages};
}

Result<void> LayoutWeights::bound_operands() {
    for (std::size_t phase = 0; phase < parts_.size(); ++phase)
        for (std::size_t member = 0; member < arrays_.size(); ++member) {
            auto const partner = partner_of(phase, member);
            if (!partner) continue;
            for (LayoutTuple const& tuple : tuples_) {
                Pair const layouts{tuple[member], tuple[*partner]};
                if (operands_[member].contains(layouts)) continue;
                auto const known = operand_of(phase, member, layouts, Pricing::Least);
                if (!known) return forward_error(known);
                operands_[member].emplace(layouts, *known);
            }
        }
    return {};
}

LayoutWeight LayoutWeights::phase(std::size_t phase, std::size_t tuple) const {
    LayoutWeight weight;
    Index memory = 0;
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        Known const& part = parts_[phase][member][tuples_[tuple][member]];
        if (part.refused) return LayoutWeight::forbidden();
        memory += part.memory;
        weight.cost += part.seconds;
        auto const partner = partner_of(phase, member);
        if (!partner) continue;
        Known const& operand = operands_[member].at({tuples_[tuple][member], tuples_[tuple][*partner]});
        weight.cost += operand.seconds;
        if (operand.seconds > 0) memory += memory_of(mapping(tuple, *partner));
    }
    return memory_ && memory > *memory_ ? LayoutWeight::forbidden() : weight;
}

Result<int> LayoutWeights::settle_phase(std::size_t phase, std::size_t tuple) {
    int prices = 0;
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        std::size_t const layout = tuples_[tuple][member];
        if (Known& part = parts_[phase][member][layout]; !part.exact) {
            auto const known = part_of(phase, member, layout, Pricing::Full);
            if (!known) return forward_error(known);
            part = *known;
            ++prices;
        }
        auto const partner = partner_of(phase, member);
        if (!partner) continue;
        Pair const layouts{layout, tuples_[tuple][*partner]};
        if (Known& operand = operands_[member].at(layouts); !operand.exact) {
            auto const known = operand_of(phase, member, layouts, Pricing::Full);
            if (!known) return forward_error(known);
            operand = *known;
            ++prices;
        }
    }
    return prices;
}

// What is known of remaps.

Result<LayoutWeights::Known> LayoutWeights::remap_of(std::size_t member, Pair const& layouts, Pricing pricing) const {
    auto const& mappings = candidates_[member].mappings;
    auto const price = coster_->prices().remap(mappings[layouts.first], mappings[layouts.second], pricing);
    if (!price) return forward_error(price);
    return Known{.seconds = price->seconds.value_or(0),
                 .exact = pricing == Pricing::Full || price->seconds == 0.0,
                 .messages = price->messages};
}

Result<void> LayoutWeights::bound_remaps(std::set<std::size_t> const& from, std::set<std::size_t> const& to) {
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        std::set<std::size_t> sources;
        std::set<std::size_t> targets;
        for (std::size_t const tuple : from) sources.insert(tuples_[tuple][member]);
        for (std::size_t const tuple : to) targets.insert(tuples_[tuple][member]);
        for (std::size_t const source : sources)
            for (std::size_t const target : targets) {
                if (source == target || remaps_[member].contains({source, target})) continue;
                auto const known = remap_of(member, {source, target}, Pricing::Least);
                if (!known) return forward_error(known);
                remaps_[member].emplace(Pair{source, target}, *known);
            }
    }
    return {};
}

bool LayoutWeights::is_overwritten(std::size_t phase, std::size_t member) const {
    PhaseArray const* const use = coster_->program().phases()[phase].uses[arrays_[member]];
    return use != nullptr && use->access == PhaseAccess::Write;
}

LayoutWeight LayoutWeights::remap(std::size_t from, std::size_t to, std::size_t before) const {
    LayoutWeight weight;
    Index memory = 0;
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        Pair const layouts{tuples_[from][member], tuples_[to][member]};
        bool const moves = layouts.first != layouts.second && !is_overwritten(before, member);
        if (memory_) {
            Index const old = memory_of(mapping(from, member));
            Index const other = memory_of(mapping(to, member));
            memory += moves ? old + other : std::max(old, other); // what is overwritten is given up first
        }
        if (!moves) continue;
        Known const& known = remaps_[member].at(layouts);
        weight.cost += known.seconds;
        weight.remaps += known.seconds > 0 ? 1 : 0;
        weight.messages += static_cast<double>(known.messages);
    }
    return memory_ && memory > *memory_ ? LayoutWeight::forbidden() : weight;
}

Result<int> LayoutWeights::settle_remap(std::size_t from, std::size_t to, std::size_t before) {
    int prices = 0;
    for (std::size_t member = 0; member < arrays_.size(); ++member) {
        Pair const layouts{tuples_[from][member], tuples_[to][member]};
        if (layouts.first == layouts.second || is_overwritten(before, member)) continue;
        Known& remap = remaps_[member].at(layouts);
        if (remap.exact) continue;
        auto const known = remap_of(member, layouts, Pricing::Full);
        if (!known) return forward_error(known);
        remap = *known;
        ++prices;
    }
    return prices;
}

} // namespace tessera
