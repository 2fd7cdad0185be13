// SPDX-License-Identifier: BSD-3-Clause
// Tessera: remaps that are cheaper in two steps than in one.
#include "libcore/advise/detail/advice_parts.hpp"
#include "libcore/advise/layout_candidates.hpp"
#include "libcore/base/units.hpp"
#include "libcore/spec/write.hpp"

#include <fmt/format.h>

namespace tessera::detail {
namespace {

constexpr double worth_telling = 0.02; // of the remap; less is no reason for another line in a program

/// The layout on the way, and what both steps take.
struct Detour {
    Mapping through;
    double seconds = 0;
};

Result<std::optional<Detour>> detour_of(Mapping const& from, Mapping const& to, double straight,
                                        std::vector<Mapping> const& layouts, PriceList& prices) {
    std::optional<Detour> best;
    for (Mapping const& through : layouts) {
        double const limit = best ? best->seconds : straight * (1 - worth_telling);
        double both = 0;
        for (Pricing const pricing : {Pricing::Least, Pricing::Full}) { // the bound first, which costs little
            auto const there = prices.remap(from, through, pricing);
            if (!there) return forward_error(there);
            auto const on = prices.remap(through, to, pricing);
            if (!on) return forward_error(on);
            both = there->seconds.value_or(0) + on->seconds.value_or(0);
            if (both >= limit) break;
        }
        if (both < limit) best = Detour{through, both};
    }
    return best;
}

} // namespace

Result<std::vector<std::string>> detours_in(AdvisedLayout const& answer, PhaseCoster const& coster, Index ranks) {
    std::vector<std::string> sentences;
    for (ChangeCost const& change : answer.cost.changes) {
        if (change.moves.size() != 1 || change.moves.front().overwritten || !change.price.seconds) continue;
        std::size_t const array = change.moves.front().array;
        auto const candidates = candidates_for(coster, array, ranks);
        if (!candidates) return forward_error(candidates);
        auto const found = detour_of(answer.layout[change.change.from][array], answer.layout[change.change.to][array],
                                     *change.price.seconds, candidates->mappings, coster.prices());
        if (!found) return forward_error(found);
        if (!*found) continue;
        auto const& phases = coster.program().phases();
        sentences.push_back(
            fmt::format("from {} to {}, {} goes in {} by way of {}, and in {} straight there: a redistribute in between pays",
                        phases[change.change.from].statement.name, phases[change.change.to].statement.name,
                        coster.program().arrays()[array].array.name, short_seconds((*found)->seconds),
                        describe((*found)->through.spec()), short_seconds(*change.price.seconds)));
    }
    return sentences;
}

} // namespace tessera::detail
