// SPDX-License-Identifier: BSD-3-Clause
// Tessera: remaps that are cheaper in several steps than in one.
#include "libcore/advise/detail/advice_parts.hpp"
#include "libcore/advise/layout_candidates.hpp"
#include "libcore/advise/remap_ways.hpp"
#include "libcore/base/units.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::detail {
namespace {

/// The stops of the cheapest way of an array at a change; none where it goes straight.
Result<std::vector<Mapping>> stops_of(AdvisedLayout const& answer, ChangeCost const& change, ArrayMove const& move,
                                      PhaseCoster const& coster, AdviceRequest const& request, double limit) {
    auto const candidates = candidates_for(coster, move.array, request.ranks);
    if (!candidates) return forward_error(candidates);
    auto const& layouts = candidates->mappings;
    auto const number_of = [&](std::size_t phase) {
        auto const& spec = answer.layout[phase][move.array].spec();
        return as_size(std::ranges::find_if(layouts, [&](Mapping const& each) { return each.spec() == spec; }) - layouts.begin());
    };
    std::size_t const from = number_of(change.change.from);
    std::size_t const to = number_of(change.change.to);
    std::vector<Mapping> stops;
    if (std::max(from, to) >= layouts.size()) return stops;
    auto const room = request.memory ? std::optional(*request.memory - (change.memory - move.memory)) : std::nullopt;
    auto const way = RemapWays(coster.prices(), layouts, room).cheapest(from, to, limit);
    if (!way) return forward_error(way);
    if (*way)
        for (std::size_t const stop : (*way)->stops) stops.push_back(layouts[stop]);
    return stops;
}

} // namespace

/// Arrays that move at one change share their messages, so that each way is taken only where all together become cheaper by it. A
/// way around a loop has no place in a text that would not be passed at its end, too.
Result<void> take_detours(AdvisedLayout& answer, PhaseCoster const& coster, AdviceRequest const& request, double limit) {
    std::vector<ChangeCost> const straight = answer.cost.changes;
    for (ChangeCost const& change : straight)
        for (ArrayMove const& move : change.moves) {
            if (change.change.back || change.steps > 1 || move.traffic.is_nothing()) continue;
            auto stops = stops_of(answer, change, move, coster, request, limit);
            if (!stops) return forward_error(stops);
            if (stops->empty()) continue;
            ProgramLayout layout = answer.layout;
            layout.set_stops(change.number, move.array, *std::move(stops));
            auto cost = cost_of(coster, layout);
            if (!cost) return forward_error(cost);
            bool const fits = !request.memory || cost->memory <= *request.memory;
            if (!fits || *cost->seconds() >= *answer.cost.seconds() * (1 - 1e-9)) continue;
            answer.layout = std::move(layout);
            answer.cost = *std::move(cost);
        }
    return {};
}

Result<std::vector<std::string>> detours_in(AdvisedLayout const& answer, PhaseCoster const& coster) {
    std::vector<std::string> sentences;
    PhasedProgram const& program = coster.program();
    for (std::size_t number = 0; number < program.changes().size(); ++number)
        for (std::size_t array = 0; array < program.arrays().size(); ++array) {
            PhaseChange const& change = program.changes()[number];
            auto const& stops = answer.layout.stops(number, array);
            if (stops.empty()) continue;
            double seconds = 0;
            std::string by;
            for (ChangeCost const& step : answer.cost.changes)
                if (step.number == number) seconds += step.price.seconds.value_or(0);
            for (Mapping const& stop : stops) by += (by.empty() ? "" : ", then ") + describe(stop.spec());
            auto const straight = coster.prices().remap(answer.layout[change.from][array], answer.layout[change.to][array]);
            if (!straight) return forward_error(straight);
            sentences.push_back(fmt::format("from {} to {}, {} goes by way of {}: in {}, and in {} straight there",
                                            program.phases()[change.from].statement.name,
                                            program.phases()[change.to].statement.name, program.arrays()[array].array.name, by,
                                            short_seconds(seconds), short_seconds(straight->seconds.value_or(0))));
        }
    return sentences;
}

} // namespace tessera::detail
