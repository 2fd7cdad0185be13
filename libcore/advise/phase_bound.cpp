// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a phase takes at least, whatever layouts its arrays have.
#include "libcore/advise/layout_weights.hpp"

#include <algorithm>
#include <limits>

namespace tessera {

namespace {

/// More pairs of layouts than this are not looked at: each asks for the totals of a plan, unless another phase has asked already.
constexpr std::size_t most_pairs = 4096;

} // namespace

/// Arrays and the one that each must meet are a forest: from its leaves on, the least of an array and all that meet it, for each
/// layout of the array. Where arrays meet in a circle, or there are too many pairs, that they meet counts as free.
Result<double> LayoutWeights::least_of_phase(std::size_t phase) {
    std::size_t const members = arrays_.size();
    std::vector<std::vector<double>> least(members);
    std::vector<std::size_t> waiting(members, 0); // for so many that meet it
    for (std::size_t member = 0; member < members; ++member) {
        for (std::size_t layout = 0; layout < layouts(member); ++layout) least[member].push_back(part(phase, member, layout).cost);
        if (auto const partner = partner_of(phase, member)) ++waiting[*partner];
    }
    std::vector<bool> done(members, false);
    double sum = 0;
    for (std::size_t left = members; left > 0; --left) {
        std::size_t member = 0; // a leaf; in a circle any
        while (member < members && (done[member] || waiting[member] > 0)) ++member;
        bool const circle = member == members;
        if (circle) member = as_size(std::ranges::find(done, false) - done.begin());
        done[member] = true;
        auto const partner = partner_of(phase, member);
        if (partner) --waiting[*partner];
        if (!partner || circle || done[*partner] || layouts(member) * layouts(*partner) > most_pairs) {
            sum += *std::ranges::min_element(least[member]);
            continue;
        }
        if (auto const added = add_meeting(phase, member, *partner, least); !added) return forward_error(added);
    }
    return sum;
}

/// To each layout of the partner the least of the member, with what it costs to meet it.
Result<void> LayoutWeights::add_meeting(std::size_t phase, std::size_t member, std::size_t partner,
                                        std::vector<std::vector<double>>& least) {
    for (std::size_t other = 0; other < layouts(partner); ++other) {
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t layout = 0; layout < layouts(member); ++layout) {
            if (least[member][layout] >= best) continue;
            Pair const pair{layout, other};
            auto known = operands_[phase][member].find(pair);
            if (known == operands_[phase][member].end()) {
                auto const bound = operand_of(phase, member, pair, Pricing::Least);
                if (!bound) return forward_error(bound);
                known = operands_[phase][member].emplace(pair, *bound).first;
            }
            best = std::min(best, least[member][layout] + known->second.seconds);
        }
        least[partner][other] += best;
    }
    return {};
}

} // namespace tessera
