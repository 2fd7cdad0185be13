// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods of file access side by side, and which is best.
#include "libcore/io/io_choice.hpp"

#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

namespace {

struct Method {
    std::string_view name;
    Access access;
    DomainKind domains;
};

constexpr Method methods[] = {
    {"direct", Access::Direct, DomainKind::Dynamic},
    {"sieve", Access::Sieve, DomainKind::Dynamic},
    {"two-phase static", Access::TwoPhase, DomainKind::Static},
    {"two-phase dynamic", Access::TwoPhase, DomainKind::Dynamic},
    {"two-phase cyclic", Access::TwoPhase, DomainKind::BlockCyclic},
};

void rank_by_cost(std::vector<IoCandidate>& candidates) {
    bool const timed = std::ranges::all_of(candidates, [](IoCandidate const& each) { return each.time.has_value(); });
    for (IoCandidate& each : candidates) each.cost = timed ? each.time->total() : relative_cost(each.plan);
}

std::string request_words(IoPlan const& plan) {
    return fmt::format("{} of {}", counted(plan.totals().requests(), "request"), scaled_bytes(plan.totals().bytes()));
}

std::string reason_for(std::vector<IoCandidate> const& candidates, IoCandidate const& best) {
    IoCandidate const& direct = candidates.front();
    bool const compared = candidates.size() > 1;
    if (!compared) return fmt::format("{} was asked for", best.name);
    if (&best == &direct) return fmt::format("direct access makes {}; nothing beats that", request_words(direct.plan));
    if (direct.plan.has_races()) return fmt::format("{}: the result of the others may depend on which rank comes first", best.name);
    return fmt::format("{} makes {}, direct access {}", best.name, request_words(best.plan), request_words(direct.plan));
}

} // namespace

Result<IoChoice> compare_access(std::shared_ptr<Fad const> const& fad, IoDirection direction, IoSettings const& settings,
                                Machine const* machine, std::optional<Access> only) {
    IoChoice choice;
    for (Method const& method : methods) {
        bool const wanted =
            !only || (method.access == *only && (*only != Access::TwoPhase || method.domains == settings.domains.kind));
        if (!wanted) continue;
        IoSettings own = settings;
        own.access = method.access;
        own.domains.kind = method.domains;
        auto plan = IoPlan::make(fad, direction, own);
        if (!plan) return tl::unexpected(plan.error());
        auto const time = machine ? predicted_time(*plan, *machine) : std::nullopt;
        choice.candidates.push_back({std::string(method.name), *std::move(plan), time, 0});
    }
    rank_by_cost(choice.candidates);
    bool found = false;
    for (std::size_t i = 0; i < choice.candidates.size(); ++i) {
        IoCandidate const& each = choice.candidates[i];
        if (each.plan.has_races() && !only) continue;
        if (found && each.cost >= choice.candidates[choice.best].cost) continue;
        choice.best = i;
        found = true;
    }
    choice.reason = reason_for(choice.candidates, choice.candidates[choice.best]);
    return choice;
}

} // namespace tessera
