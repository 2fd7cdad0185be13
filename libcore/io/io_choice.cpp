// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of the methods of file access, and the choice of the best.
#include "libcore/io/io_choice.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

namespace {

constexpr Index most_planned_requests = Index{1} << 24; // limit for a method that needs small pieces

struct Method {
    std::string_view name;
    Access access;
    DirectUnit direct = DirectUnit::Run;
    DomainKind domains = DomainKind::Dynamic;
};

constexpr Method methods[] = {
    {"direct per run", Access::Direct},
    {"direct per element", Access::Direct, DirectUnit::Element},
    {"sieve", Access::Sieve},
    {"two-phase static", Access::TwoPhase, DirectUnit::Run, DomainKind::Static},
    {"two-phase dynamic", Access::TwoPhase, DirectUnit::Run, DomainKind::Dynamic},
    {"two-phase cyclic", Access::TwoPhase, DirectUnit::Run, DomainKind::BlockCyclic},
};

/// Returns an upper bound of the planning steps. A double, because the number may exceed 64 bits.
double planning_steps(Fad const& fad, IoSettings const& settings) {
    auto const buffer = static_cast<double>(std::max<Index>(1, settings.sieve.buffer_bytes / fad.layout().element_bytes()));
    auto const ranks = static_cast<double>(fad.members().size());
    if (settings.access == Access::Direct) return ranks;
    if (settings.access == Access::Sieve) {
        double steps = 0;
        for (Fad::Member const& member : fad.members())
            steps +=
                std::min(static_cast<double>(member.section.bounds().size()) / buffer, static_cast<double>(member.section.count()));
        return steps;
    }
    double piece = buffer;
    if (settings.domains.kind == DomainKind::BlockCyclic)
        if (auto const cyclic = FileDomains::make(fad, settings.domains))
            piece = std::min(buffer, static_cast<double>(cyclic->unit_positions()) * static_cast<double>(settings.domains.block));
    return ranks * static_cast<double>(fad.wanted().bounds().size()) / piece;
}

bool is_asked_for(IoCandidate const& candidate, RequestedAccess const& asked) {
    IoSettings const& settings = candidate.plan.settings();
    if (asked.access && settings.access != *asked.access) return false;
    return !asked.domains || settings.access != Access::TwoPhase || settings.domains.kind == *asked.domains;
}

/// Checks that a permitted method was planned.
Result<void> check_planned(IoChoice const& choice, RequestedAccess const& asked, IoSettings const& settings) {
    auto const may_be_taken = [&](IoCandidate const& each) { return is_asked_for(each, asked); };
    if (std::ranges::any_of(choice.candidates, may_be_taken)) return {};
    std::string const name = choice.left_out.back().name; // methods that are requested together differ only in their domains
    bool const cyclic = asked.domains == DomainKind::BlockCyclic;
    return fail(fmt::format("planning {} access would take {:.1e} steps, more than {:.1e}: allow {}more memory than {} per rank, "
                            "fewer ranks, or a smaller section",
                            name, choice.left_out.back().steps, static_cast<double>(most_planning_steps),
                            cyclic ? "larger blocks, " : "", short_bytes(static_cast<double>(settings.sieve.buffer_bytes))));
}

void rank_by_cost(std::vector<IoCandidate>& candidates) {
    bool const timed = std::ranges::all_of(candidates, [](IoCandidate const& each) { return each.time.has_value(); });
    for (IoCandidate& each : candidates) each.cost = timed ? each.time->total() : relative_cost(each.plan);
}

/// Returns the cheapest permitted candidate, or nothing if there is none.
template <class Predicate>
std::optional<std::size_t> cheapest(std::vector<IoCandidate> const& candidates, Predicate may_be_taken) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (may_be_taken(candidates[i]) && (!best || candidates[i].cost < candidates[*best].cost)) best = i;
    return best;
}

std::string effort(IoCandidate const& candidate) {
    IoTotals const& totals = candidate.plan.totals();
    std::string const text =
        fmt::format("{}, {} in all", counted(totals.requests(), "request"), short_bytes(static_cast<double>(totals.bytes())));
    return candidate.time ? fmt::format("{} ({})", short_seconds(candidate.time->total()), text) : text;
}

std::string reason_for(IoChoice const& choice, std::size_t best_of_all, bool asked) {
    IoCandidate const& chosen = choice.candidates[choice.best];
    IoCandidate const& direct = choice.candidates.front();
    IoCandidate const& best = choice.candidates[best_of_all];
    std::string const takes = chosen.time ? "takes" : "makes";
    if (asked && best_of_all != choice.best)
        return fmt::format("{} was requested: {}; {} would need {}", chosen.name, effort(chosen), best.name, effort(best));
    if (&chosen == &direct)
        return fmt::format("{} {} {}; {} is better", direct.name, takes, effort(direct),
                           choice.left_out.empty() ? "nothing" : "no method that is planned");
    if (direct.plan.has_races())
        return fmt::format("{}, because the result of direct access may depend on which rank comes first", chosen.name);
    return fmt::format("{} {} {}, {} {}", chosen.name, takes, effort(chosen), direct.name, effort(direct));
}

} // namespace

Result<IoChoice> compare_access(std::shared_ptr<Fad const> const& fad, IoDirection direction, IoSettings const& settings,
                                Machine const* machine, RequestedAccess const& asked, Watch const& watch) {
    IoChoice choice;
    for (Method const& method : methods) {
        IoSettings own = settings;
        own.access = method.access;
        own.direct = method.direct;
        own.domains.kind = method.domains;
        bool const holds_an_element = own.sieve.buffer_bytes >= fad->layout().element_bytes(); // otherwise every method refuses
        if (double const steps = planning_steps(*fad, own); holds_an_element && steps > static_cast<double>(most_planning_steps)) {
            choice.left_out.push_back({std::string(method.name), steps});
            continue;
        }
        auto plan =
            TRY(asked.memory ? IoPlan::make_within(fad, direction, own, *asked.memory, most_planned_requests, watch.silent())
                             : IoPlan::make(fad, direction, own, watch.silent()));
        auto const time = machine ? predicted_time(plan, *machine) : std::nullopt;
        choice.candidates.push_back({std::string(method.name), std::move(plan), time, 0});
        watch.report(std::ssize(choice.candidates) + std::ssize(choice.left_out), std::ssize(methods));
    }
    TRY(check_planned(choice, asked, settings));
    rank_by_cost(choice.candidates);
    std::size_t const best = *cheapest(choice.candidates, [](IoCandidate const& each) { return !each.plan.has_races(); });
    choice.best = *cheapest(choice.candidates, [&](IoCandidate const& each) {
        return is_asked_for(each, asked) && (asked.access || !each.plan.has_races());
    });
    choice.reason = reason_for(choice, best, asked.access || asked.domains);
    return choice;
}

} // namespace tessera
