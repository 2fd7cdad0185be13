// SPDX-License-Identifier: BSD-3-Clause
// Tessera: lower bound of a phase over all layouts of its arrays.
#include "libcore/advise/layout_weights.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <limits>

namespace tessera {

namespace {

/// Limit of the pairs of layouts. Each pair needs the totals of a plan, unless another phase has already computed them.
constexpr std::size_t most_pairs = 4096;

} // namespace

/// Arrays and their partners form a forest. Starting at the leaves, computes the least cost of an array and of all arrays combined
/// with it, for each layout of the array. In a cycle, or with too many pairs, the combination counts as free.
Result<LayoutWeights::PhaseLeast> LayoutWeights::least_of_bounds(std::size_t phase) {
    std::size_t const members = arrays_.size();
    std::vector<Meeting> meetings(members);
    std::vector<std::size_t> waiting(members, 0); // number of arrays whose partner it is and that are not done
    for (std::size_t member = 0; member < members; ++member) {
        for (std::size_t layout = 0; layout < layouts(member); ++layout)
            meetings[member].least.push_back(part(phase, member, layout).cost);
        if (auto const partner = partner_of(phase, member)) ++waiting[*partner];
    }
    std::vector<bool> done(members, false);
    std::vector<std::size_t> order;
    PhaseLeast found{0, LayoutTuple(members, 0)};
    while (order.size() < members) {
        std::size_t member = 0; // a leaf; in a cycle any member
        while (member < members && (done[member] || waiting[member] > 0)) ++member;
        bool const circle = member == members;
        if (circle) member = as_size(std::ranges::find(done, false) - done.begin());
        done[member] = true;
        order.push_back(member);
        auto const partner = partner_of(phase, member);
        if (partner) --waiting[*partner];
        if (!partner || circle || done[*partner] || layouts(member) * layouts(*partner) > most_pairs) {
            auto const least = std::ranges::min_element(meetings[member].least);
            found.seconds += *least;
            found.layouts[member] = as_size(least - meetings[member].least.begin());
            continue;
        }
        TRY(add_meeting(phase, member, *partner, meetings));
    }
    for (auto member = order.rbegin(); member != order.rend(); ++member)
        if (auto const& choice = meetings[*member].choice; !choice.empty())
            found.layouts[*member] = choice[found.layouts[*partner_of(phase, *member)]];
    return found;
}

/// Adds to each layout of the partner the least cost of the member, including their combination.
Result<void> LayoutWeights::add_meeting(std::size_t phase, std::size_t member, std::size_t partner,
                                        std::vector<Meeting>& meetings) {
    auto const& least = meetings[member].least;
    for (std::size_t other = 0; other < layouts(partner); ++other) {
        double best = std::numeric_limits<double>::infinity();
        std::size_t chosen = 0;
        for (std::size_t layout = 0; layout < layouts(member); ++layout) {
            if (least[layout] >= best) continue;
            Pair const pair{layout, other};
            auto known = operands_[phase][member].find(pair);
            if (known == operands_[phase][member].end()) {
                auto const bound = TRY(operand_of(phase, member, pair, Pricing::Least));
                known = operands_[phase][member].emplace(pair, bound).first;
            }
            double const together = least[layout] + known->second.seconds;
            if (together < best) best = together, chosen = layout;
        }
        meetings[partner].least[other] += best;
        meetings[member].choice.push_back(chosen);
    }
    return {};
}

/// Prices the least combination by bounds, which may raise its cost, until the least cost is a price.
Result<double> LayoutWeights::least_of_phase(std::size_t phase, double limit) {
    for (;;) {
        auto const found = TRY(least_of_bounds(phase));
        bool const known = found.seconds == std::numeric_limits<double>::infinity();
        if (known || coster_->prices().effort() >= limit) return found.seconds;
        TRY(bound_operands(found.layouts));
        auto const priced = TRY(settle_combination(phase, found.layouts));
        if (priced == 0) return found.seconds;
    }
}

} // namespace tessera
