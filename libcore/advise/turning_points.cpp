// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the rates of the machine at which another answer is as good as the best.
#include "libcore/advise/detail/advice_parts.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace tessera::detail {
namespace {

/// The scaled quantity: one of the machine's rates, or the time of an operation.
struct ScaledRates {
    char const* what;
    double starts = 1;
    double bytes = 1;
    double operations = 1;
};

constexpr double twice = 2;
constexpr double farthest = 1000;   // limit of the factors; no real machine is beyond it
constexpr double least_lead = 1e-9; // relative; larger than rounding errors
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

/// The additional seconds of each answer over the first one, at one factor.
struct Leads {
    double factor = 1;
    double first = 0;              // seconds of the first answer
    std::vector<double> of_answer; // indexed by answer; 0 for the first
};

/// Searches along one rate for the nearest points at which another answer is as good. Costs are nearly linear in a rate, with bends
/// where another schedule becomes the better one. So the search follows lines through two points until a crossing is found.
class TurnSearch {
  public:
    TurnSearch(ScaledRates rates, std::span<AdvisedLayout const> answers, PhaseCoster const& coster)
        : rates_(rates), answers_(answers), coster_(coster) {
        now_.first = *answers.front().cost.seconds();
        for (AdvisedLayout const& answer : answers) now_.of_answer.push_back(*answer.cost.seconds() - now_.first);
    }

    /// Returns the points below and above the current rate.
    Result<std::vector<TurningPoint>> run() {
        auto const then = TRY(at(twice));
        std::vector<TurningPoint> points;
        for (bool const above : {false, true}) {
            auto point = TRY(along(then, above));
            if (point) points.push_back(*std::move(point));
        }
        return points;
    }

  private:
    static constexpr int most_looks = 12;

    Result<Leads> at(double factor) {
        ScaledRates scale = rates_;
        for (double ScaledRates::*const each : {&ScaledRates::starts, &ScaledRates::bytes, &ScaledRates::operations})
            if (scale.*each != 1) scale.*each = factor;
        PriceList prices(scaled_sites(coster_.prices().sites(), scale));
        auto const changed = TRY(PhaseCoster::make(coster_.program(), prices, coster_.operation() * scale.operations));
        Leads leads{factor, 0, {}};
        for (AdvisedLayout const& answer : answers_) {
            auto const cost = TRY(cost_of(changed, answer.layout));
            if (leads.of_answer.empty()) leads.first = *cost.seconds();
            leads.of_answer.push_back(*cost.seconds() - leads.first);
        }
        return leads;
    }

    /// Returns whether the answer counts. An answer that is already as good is not a different one.
    [[nodiscard]] bool counts(std::size_t answer) const { return now_.of_answer[answer] > least_lead * now_.first; }

    /// Returns whether the lead is zero. A lead that is small compared to both times may stay constant, so it must also be small
    /// compared to its current value.
    [[nodiscard]] bool is_met(Leads const& leads, std::size_t answer) const {
        double const lead = std::abs(leads.of_answer[answer]);
        return lead <= 1e-4 * leads.first && lead <= 1e-3 * now_.of_answer[answer];
    }

    /// Returns the answer with the least lead, or 0 if none counts.
    [[nodiscard]] std::size_t nearest(Leads const& leads) const {
        std::size_t least = 0;
        for (std::size_t answer = 1; answer < answers_.size(); ++answer)
            if (counts(answer) && (least == 0 || leads.of_answer[answer] < leads.of_answer[least])) least = answer;
        return least;
    }

    /// Returns the first zero beyond `from` of the lines through two points, or nothing if there is none.
    [[nodiscard]] std::optional<double> crossing(Leads const& a, Leads const& b, double from, bool above) const {
        std::optional<double> found;
        for (std::size_t answer = 1; answer < answers_.size(); ++answer) {
            double const drop = a.of_answer[answer] - b.of_answer[answer];
            if (!counts(answer) || std::abs(drop) <= least_lead * now_.first) continue; // it does not depend on this rate
            double const factor = a.factor + a.of_answer[answer] / drop * (b.factor - a.factor);
            bool const ahead = above ? factor > from && factor < farthest : factor < from && factor > 1 / farthest;
            if (ahead && (!found || (above ? factor < *found : factor > *found))) found = factor;
        }
        return found;
    }

    Result<std::optional<TurningPoint>> along(Leads const& then, bool above) {
        Leads near = now_;
        std::optional<Leads> far; // a point beyond the turning point
        Leads last = then;
        for (int look = 0; look < most_looks; ++look) {
            auto factor = crossing(near, far ? *far : last, near.factor, above);
            if (far && (!factor || (above ? *factor > far->factor : *factor < far->factor) || look % 3 == 2))
                factor = (near.factor + far->factor) / 2; // otherwise one end may never move
            if (!factor) return std::nullopt;
            auto leads = TRY(at(*factor));
            std::size_t const answer = nearest(leads);
            if (answer == 0) return std::nullopt;
            if (is_met(leads, answer)) return TurningPoint{rates_.what, *factor, answer};
            if (leads.of_answer[answer] < 0) {
                far = std::move(leads);
            } else {
                last = near;
                near = std::move(leads);
            }
        }
        return std::nullopt;
    }

    ScaledRates rates_;
    std::span<AdvisedLayout const> answers_;
    PhaseCoster const& coster_;
    Leads now_;
};

/// Returns the sorted keywords of the formats. For an array with even work, rows and columns are the same kind.
std::vector<std::string_view> kinds_of(Mapping const& mapping) {
    std::vector<std::string_view> kinds;
    MappingSpec const& spec = mapping.spec();
    for (DistFormat const& format : spec.formats) kinds.push_back(format.info().name);
    for (AlignAxis const& axis : spec.align)
        if (axis.kind != AlignAxis::Kind::Affine) kinds.push_back(DistFormat::collapsed().info().name);
    std::ranges::sort(kinds);
    return kinds;
}

} // namespace

Result<std::vector<TurningPoint>> turning_points_of(std::span<AdvisedLayout const> answers, PhaseCoster const& coster) {
    std::vector<TurningPoint> points;
    for (ScaledRates const& rates : scaled_rates) {
        auto found = TRY(TurnSearch(rates, answers, coster).run());
        for (TurningPoint& point : found) points.push_back(std::move(point));
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
