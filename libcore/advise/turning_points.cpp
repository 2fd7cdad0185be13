// SPDX-License-Identifier: BSD-3-Clause
// Tessera: at which rates of the machine another layout is as good.
#include "libcore/advise/detail/advice_parts.hpp"

#include <array>
#include <memory>
#include <utility>

namespace tessera::detail {
namespace {

/// What is scaled: the machine's rates, or the time of an operation.
struct ScaledRates {
    char const* what;
    double starts = 1;
    double bytes = 1;
    double operations = 1;
};

constexpr double twice = 2;
constexpr double farthest = 1000; // what lies beyond is no machine
constexpr std::array<ScaledRates, 3> scaled_rates{
    {{"the start-up of a message", twice, 1, 1}, {"the time of a byte", 1, twice, 1}, {"the time of an operation", 1, 1, twice}}};

Machine scaled(Machine machine, ScaledRates const& rates) {
    for (Protocol& protocol : machine.protocols) {
        protocol.alpha *= rates.starts;
        for (auto const rate : {&Protocol::beta_ex, &Protocol::beta_sr, &Protocol::beta_s, &Protocol::beta_sat})
            if (protocol.*rate) *(protocol.*rate) *= rates.bytes;
    }
    if (machine.copy) *machine.copy *= rates.bytes;
    return machine;
}

SiteOfRanks scaled_sites(SiteOfRanks const& sites, ScaledRates const& rates) {
    return [sites, rates](int ranks) {
        auto site = sites(ranks);
        if (site && site->machine) site->machine = std::make_shared<Machine const>(scaled(*site->machine, rates));
        return site;
    };
}

} // namespace

Result<std::vector<TurningPoint>> turning_points_of(AdvisedLayout const& best, AdvisedLayout const& other,
                                                    PhaseCoster const& coster) {
    std::vector<TurningPoint> points;
    for (ScaledRates const& rates : scaled_rates) {
        PriceList prices(scaled_sites(coster.prices().sites(), rates));
        auto const changed = PhaseCoster::make(coster.program(), prices, coster.operation() * rates.operations);
        if (!changed) return forward_error(changed);
        auto const best_then = cost_of(*changed, best.layout);
        if (!best_then) return forward_error(best_then);
        auto const other_then = cost_of(*changed, other.layout);
        if (!other_then) return forward_error(other_then);
        double const lead = *other.cost.seconds() - *best.cost.seconds();
        double const lead_then = *other_then->seconds() - *best_then->seconds();
        if (lead_then == lead) continue;
        double const factor = 1 + lead / (lead - lead_then) * (twice - 1);
        if (factor > 1 / farthest && factor < farthest) points.push_back({rates.what, factor});
    }
    return points;
}

} // namespace tessera::detail
