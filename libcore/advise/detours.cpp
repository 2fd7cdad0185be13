// SPDX-License-Identifier: BSD-3-Clause
// Tessera: remaps that are cheaper through intermediate layouts than in one step.
#include "libcore/advise/detail/advice_parts.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::detail {
namespace {

/// Returns the intermediate layouts of one array on a way. While the array waits, it repeats its layout. The list ends when the
/// array has its final layout.
std::vector<Mapping> stops_of(LayoutMoves::Way const& way, std::size_t place, LayoutWeights const& group, std::size_t end) {
    std::vector<std::size_t> layouts;
    for (LayoutTuple const& stop : way.stops) layouts.push_back(stop[place]);
    while (!layouts.empty() && layouts.back() == end) layouts.pop_back();
    std::vector<Mapping> stops;
    for (std::size_t const layout : layouts) stops.push_back(group.candidate(way.members[place], layout));
    return stops;
}

/// Returns the answer in which the arrays of a way use its intermediate layouts.
ProgramLayout layout_by(LayoutMoves::Way const& way, ProgramLayout layout, std::size_t change, LayoutWeights const& group,
                        LayoutTuple const& to) {
    for (std::size_t place = 0; place < way.members.size(); ++place) {
        std::size_t const member = way.members[place];
        layout.set_stops(change, group.arrays()[member], stops_of(way, place, group, to[member]));
    }
    return layout;
}

} // namespace

/// Groups that move at one change share their messages. So a way is accepted only if the total cost decreases. Changes around a
/// loop are skipped: an intermediate layout there would also be used at the end of the loop.
Result<void> take_detours(AdvisedLayout& answer, PhaseCoster const& coster, std::span<LayoutWeights* const> groups,
                          std::optional<Index> memory, double limit) {
    auto const& changes = coster.program().changes();
    for (std::size_t number = 0; number < changes.size(); ++number)
        for (LayoutWeights* const group : groups) {
            auto const from = group->combination_of(answer.layout[changes[number].from]);
            auto const to = group->combination_of(answer.layout[changes[number].to]);
            if (changes[number].back || !from || !to || from == to) continue;
            auto const ways = TRY(group->ways(*from, *to, changes[number], limit));
            for (LayoutMoves::Way const& way : ways) {
                ProgramLayout layout = layout_by(way, answer.layout, number, *group, *to);
                auto cost = TRY(cost_of(coster, layout));
                if ((memory && cost.memory > *memory) || *cost.seconds() >= *answer.cost.seconds()) continue;
                answer.layout = std::move(layout);
                answer.cost = std::move(cost);
            }
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
            auto const straight = TRY(coster.prices().remap(answer.layout[change.from][array], answer.layout[change.to][array]));
            sentences.push_back(fmt::format("from {} to {}, {} goes through {}: {} instead of {} directly",
                                            program.phases()[change.from].statement.name,
                                            program.phases()[change.to].statement.name, program.arrays()[array].array.name, by,
                                            short_seconds(seconds), short_seconds(straight.seconds.value_or(0))));
        }
    return sentences;
}

} // namespace tessera::detail
