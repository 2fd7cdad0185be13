// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution by a method, which is named or chosen by predicted cost.
#include "libcore/pipeline/method_choice.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/network/choice.hpp"
#include "libcore/schedule/message_set.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tessera {
namespace {

/// A candidate with its plan.
struct MethodContender {
    MethodCandidate candidate;
    CompositePlan plan;
    std::string lack{}; // the rate that the machine lacks for a phase; often empty
};

/// Adds the predicted costs of the phases. A candidate with too many messages to list gets a refusal.
Result<void> add_costs(MethodContender& contender, Site const& site, Watch const& watch) {
    MethodCandidate& candidate = contender.candidate;
    for (CompositePhase const& phase : contender.plan.phases) {
        auto const messages = MessageSet::of(phase.plan);
        if (!messages) {
            candidate.refusal = messages.error().message;
            candidate.too_large = true;
            return {};
        }
        auto const choice = TRY(choose_algorithm(*messages, site, watch.silent()));
        if (choice.time) candidate.time = candidate.time.value_or(0) + *choice.time;
        if (contender.lack.empty()) contender.lack = choice.lack;
        candidate.bytes += choice.bytes;
    }
    return {};
}

/// Returns an estimate of the pairs of ranks that planning the largest phase looks at: holders of a part before and after, and at
/// least one partner for each coordinate. Cost: the dimensions of the phases.
Index pairs_to_plan(CompositePlan const& composite) {
    Index most = 0;
    for (CompositePhase const& phase : composite.phases)
        for (RedistPlan const& plan : phase.plan.plans()) {
            Index pairs = saturated_mul(plan.source().replicas(), plan.target().replicas());
            for (DimTransfer const& factor : plan.factors())
                pairs = saturated_mul(pairs, std::max(factor.source().coords(), factor.target().coords()));
            most = std::max(most, pairs);
        }
    return most;
}

/// A method with more pairs than this, and more than direct, is not compared: that would take minutes and gigabytes.
constexpr Index most_compared = Index{1} << 23;

/// Returns the applicable methods with different messages, in the order of methods(). Moves the others to `refused`.
Result<std::vector<MethodContender>> method_contenders(MultiPlan const& plan, std::vector<MethodCandidate>& refused) {
    std::vector<MethodContender> all;
    for (MethodInfo const& info : methods()) {
        if (info.asks_owners) continue;
        auto composite = compose(info.name, plan);
        MethodCandidate candidate;
        candidate.method = info.name;
        if (!composite) {
            candidate.refusal = composite.error().message;
            refused.push_back(std::move(candidate));
            continue;
        }
        bool const is_first = all.empty(); // direct, or sum
        if (!is_first && composite->phases.size() == 1) continue;
        Index const pairs = is_first ? 0 : pairs_to_plan(*composite);
        if (pairs > most_compared && pairs > pairs_to_plan(all.front().plan)) {
            candidate.refusal = fmt::format("method {} is not compared: it has too many pairs of ranks", info.name);
            candidate.too_large = true;
            refused.push_back(std::move(candidate));
            continue;
        }
        candidate.phases = composite->phases.size();
        all.push_back({std::move(candidate), *std::move(composite)});
    }
    return all;
}

std::string figure(MethodCandidate const& candidate) {
    return candidate.time ? short_seconds(*candidate.time) : short_bytes(candidate.bytes);
}

std::string sentence(std::vector<MethodContender> const& all, std::vector<MethodCandidate> const& refused, Site const& site,
                     std::string const& lack) {
    MethodCandidate const& best = all.front().candidate;
    if (best.too_large)
        return fmt::format(
            "{} is taken without a comparison: it sends messages of different lengths, and more than the {} that are "
            "compared",
            best.method, grouped(MessageSet::most_listed));
    bool const timed = best.time.has_value();
    std::string text = timed ? fmt::format("{} takes {} on {}", best.method, figure(best), site.machine_name())
                             : fmt::format("{} sends {} through the busiest rank or link", best.method, figure(best));
    if (best.phases > 1) text += fmt::format(" in its {} phases", best.phases);
    std::vector<std::string> others;
    for (std::size_t i = 1; i < all.size(); ++i) {
        MethodCandidate const& each = all[i].candidate;
        others.push_back(fmt::format("{} {} in {}", each.method, figure(each), counted(static_cast<Index>(each.phases), "phase")));
    }
    bool const too_large = std::ranges::any_of(refused, &MethodCandidate::too_large);
    std::string const by_bytes = lack.empty() ? "" : fmt::format("; bytes decide, as {}", lack);
    if (others.empty() && too_large) return text + "; methods of several phases have too many pairs of ranks to compare" + by_bytes;
    if (others.empty()) return text + "; no method of several phases applies" + by_bytes;
    text += fmt::format(", and none {} less: {}", timed ? "takes" : "sends", fmt::join(others, ", "));
    if (!timed && lack.empty()) text += "; without --machine bytes decide, and what a start costs is not known";
    return text + by_bytes;
}

/// Clears all times if the machine lacks a rate for one method, so that all are compared by bytes. Returns what it lacks.
std::string leave_out_times(std::vector<MethodContender>& all) {
    auto const lacking = std::ranges::find_if(all, [](MethodContender const& each) { return !each.lack.empty(); });
    if (lacking == all.end()) return {};
    for (MethodContender& each : all) each.candidate.time.reset();
    return lacking->lack;
}

Result<ComposedPlan> chosen_method(MultiPlan const& plan, SiteOfRanks const& site_of_ranks, Watch const& watch) {
    std::vector<MethodCandidate> refused;
    auto all = TRY(method_contenders(plan, refused));
    auto const site = TRY(site_of_ranks(static_cast<int>(members_of(plan).size())));
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (watch.stopped()) return stopped_error();
        watch.report(static_cast<Index>(i), std::ssize(all));
        TRY(add_costs(all[i], site, watch));
    }
    std::string const lack = leave_out_times(all);
    std::ranges::stable_sort(
        all, {}, [](MethodContender const& each) { return std::pair(each.candidate.too_large, each.candidate.cost()); });
    while (all.size() > 1 && all.back().candidate.too_large) {
        refused.push_back(std::move(all.back().candidate));
        all.pop_back();
    }
    ComposedPlan composed{all.front().plan, sentence(all, refused, site, lack), {}};
    for (MethodContender& each : all) composed.candidates.push_back(std::move(each.candidate));
    std::ranges::move(refused, std::back_inserter(composed.candidates));
    return composed;
}

} // namespace

Result<ComposedPlan> composed_by(std::string_view method, MultiPlan const& plan, SiteOfRanks const& site, Watch const& watch) {
    if (method == "auto") return chosen_method(plan, site, watch);
    auto composite = TRY(compose(method, plan));
    return ComposedPlan{std::move(composite), "", {}};
}

} // namespace tessera
