// SPDX-License-Identifier: BSD-3-Clause
// Tessera: at which rates of the machine another answer is as good.
#include "libcore/advise/detail/advice_parts.hpp"

#include <algorithm>
#include <array>
#include <functional>
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
constexpr double farthest = 1000;   // what lies beyond is no machine
constexpr double least_lead = 1e-9; // that differs by more than rounding
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

/// What all answers cost with rates scaled so.
Result<std::vector<double>> seconds_at(ScaledRates const& rates, std::span<AdvisedLayout const> answers,
                                       PhaseCoster const& coster) {
    PriceList prices(scaled_sites(coster.prices().sites(), rates));
    auto const changed = PhaseCoster::make(coster.program(), prices, coster.operation() * rates.operations);
    if (!changed) return forward_error(changed);
    std::vector<double> seconds;
    for (AdvisedLayout const& answer : answers) {
        auto const cost = cost_of(*changed, answer.layout);
        if (!cost) return forward_error(cost);
        seconds.push_back(*cost->seconds());
    }
    return seconds;
}

/// The nearest points below and above 1.
std::vector<TurningPoint> nearest(char const* what, std::span<AdvisedLayout const> answers, std::vector<double> const& then) {
    TurningPoint below{what, 1 / farthest, 0};
    TurningPoint above{what, farthest, 0};
    for (std::size_t answer = 1; answer < answers.size(); ++answer) {
        double const lead = *answers[answer].cost.seconds() - *answers.front().cost.seconds();
        double const lead_then = then[answer] - then.front();
        double const factor = 1 + lead / (lead - lead_then) * (twice - 1);
        if (lead <= lead_then * (1 + least_lead) && lead_then <= lead * (1 + least_lead)) continue; // it does not depend on this
        if (factor > below.factor && factor < 1) below = {what, factor, answer};
        if (factor < above.factor && factor > 1) above = {what, factor, answer};
    }
    std::vector<TurningPoint> points;
    for (TurningPoint& point : {std::ref(below), std::ref(above)})
        if (point.answer > 0) points.push_back(std::move(point));
    return points;
}

/// How many dimensions are distributed, and how: of an array that is the same work everywhere, rows are as good as columns.
std::vector<DistFormat::Kind> kinds_of(Mapping const& mapping) {
    std::vector<DistFormat::Kind> kinds;
    MappingSpec const& spec = mapping.spec();
    for (DistFormat const& format : spec.formats) kinds.push_back(format.kind);
    for (AlignAxis const& axis : spec.align)
        if (axis.kind != AlignAxis::Kind::Affine) kinds.push_back(DistFormat::Kind::Collapsed);
    std::ranges::sort(kinds);
    return kinds;
}

} // namespace

Result<std::vector<TurningPoint>> turning_points_of(std::span<AdvisedLayout const> answers, PhaseCoster const& coster) {
    std::vector<TurningPoint> points;
    for (ScaledRates const& rates : scaled_rates) {
        auto const then = seconds_at(rates, answers, coster);
        if (!then) return forward_error(then);
        for (TurningPoint& point : nearest(rates.what, answers, *then)) points.push_back(std::move(point));
    }
    return points;
}

bool are_of_one_kind(ProgramLayout const& a, ProgramLayout const& b, PhasedProgram const& program) {
    for (std::size_t phase = 0; phase < a.size(); ++phase)
        for (std::size_t array = 0; array < a[phase].size(); ++array)
            if (program.phases()[phase].uses[array] != nullptr && kinds_of(a[phase][array]) != kinds_of(b[phase][array]))
                return false;
    return true;
}

} // namespace tessera::detail
