// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto`: the choice of the best algorithm for given messages on a given network and machine.
#include "libcore/network/choice.hpp"

#include "libcore/base/try.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/detail/choice_reason.hpp"
#include "libcore/network/detail/outline.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace tessera {

namespace {

using detail::Outline;
using detail::StepGroup;

/// Limit of the links and messages visited to measure contention: some 10 ns each.
constexpr Index most_visits = 400'000;

/// Limit of the messages that are scheduled and routed to confirm the best candidate: some 30 ns each.
constexpr Index most_effort = 4'000'000;

/// Number of sampled steps that is enough if all contenders share one sample, so that the choice does not depend on it.
constexpr int enough_steps = 4;

/// A cost up to this factor above the least one is accepted for fewer starts.
constexpr double nearly_as_cheap = 1.1;

/// A cost up to this factor above that of a forwarding algorithm is accepted to avoid forwarding. A rank can only forward data that
/// has arrived; the sum over the steps ignores this. For direct messages, whose steps overlap, the sum counts waits that do not
/// happen. On real networks (share/doc/cluster.md) direct algorithms took 0.97 to 1.10 times their lower bound. Forwarding ones
/// took 0.8 to 1.6 times the sum of their steps, and never less than 1.23 times that bound.
constexpr double worth_not_forwarding = 1.04;

/// A candidate during the comparison.
struct Contender {
    Candidate candidate;
    Outline outline;
    AlgorithmInfo const* info = nullptr;
    int place = 0;         ///< index in algorithms()
    double time_alone = 0; ///< time without contention and packing
    double packing = 0;
    double bytes_alone = 0;

    /// Returns a lower bound of the cost.
    [[nodiscard]] double cost_alone() const { return candidate.time ? time_alone + packing : bytes_alone; }

    void take(double impact_on_time, double impact_on_bytes) {
        if (candidate.time) candidate.time = time_alone * impact_on_time + packing;
        candidate.bytes = bytes_alone * impact_on_bytes;
        candidate.impact = candidate.time ? impact_on_time : impact_on_bytes;
    }
};

/// Returns the sort key: cost, then starts, then no forwarding before forwarding, then empty steps, then the order of the help.
std::tuple<double, Index, bool, Index, int> rank_of(Contender const& contender) {
    Candidate const& candidate = contender.candidate;
    return std::tuple(candidate.cost(), candidate.starts, contender.info->forwards, candidate.empty_steps, contender.place);
}

/// Sums the costs of the steps without contention. Error: the machine lacks a rate.
Result<void> add_up(Contender& contender, Machine const* machine) {
    bool const timed = machine != nullptr && machine->has_rates();
    for (auto const& [steps, kind, volume] : contender.outline.groups) {
        auto const count = static_cast<double>(steps);
        contender.candidate.starts += steps * volume.sends;
        contender.candidate.steps += steps;
        contender.bytes_alone += count * static_cast<double>(volume.sent_bytes);
        if (machine != nullptr && machine->copy)
            contender.packing += count * static_cast<double>(volume.copied_bytes) * *machine->copy;
        if (!timed) continue;
        auto const time = TRY(time_alone(*machine, kind, volume));
        contender.time_alone += count * time;
    }
    contender.candidate.sent_bytes = contender.bytes_alone;
    if (timed) contender.candidate.time = 0.0;
    contender.take(1, 1);
    return {};
}

/// Returns all usable algorithms with their costs without contention. Moves the others to `refused`.
Result<std::vector<Contender>> contenders(detail::Outliner& outliner, Machine const* machine, std::vector<Candidate>& refused,
                                          Watch const& watch) {
    std::vector<Contender> all;
    for (AlgorithmInfo const& info : algorithms()) {
        if (watch.stopped()) return stopped_error();
        Contender contender;
        contender.candidate.algorithm = info.name;
        contender.info = &info;
        contender.place = static_cast<int>(all.size());
        auto outline = outliner.outline(info);
        if (outline) contender.outline = std::move(*outline);
        auto const added = outline ? add_up(contender, machine) : Result<void>(forward_error(outline));
        if (added) {
            all.push_back(std::move(contender));
        } else {
            contender.candidate.refusal = added.error().message;
            refused.push_back(std::move(contender.candidate));
        }
    }
    return all;
}

/// Measures the contention of contenders in rounds. Each round has twice as many steps. The most expensive contenders drop out if
/// the budget does not suffice for all.
class Contest {
  public:
    Contest(Topology const& topology, Placement const& placement, Machine const* machine, Watch const& watch)
        : coster_(topology, placement, machine), watch_(watch) {}

    void run(std::vector<Contender*> running) {
        std::ranges::sort(running, {}, [](Contender const* each) { return std::pair(each->cost_alone(), each->place); });
        for (int steps = 1;; steps *= 2) {
            for (Contender* const each : running)
                if (!watch_.stopped() && each->cost_alone() <= best_of(running)) look(*each, steps);
            if (watch_.stopped()) return;
            std::erase_if(running, [](Contender const* each) { return !each->candidate.refusal.empty(); });
            auto open = still_open(running);
            while (open.size() > 1 && effort(open, 2 * steps) > budget_) {
                std::erase(running, open.back());
                open.pop_back();
            }
            if (budget_ <= 0 || effort(open, 2 * steps) == 0 || (steps >= enough_steps && share_a_sample(open))) return;
        }
    }

    /// Updates a contender from its sample, as far as the sample is known.
    static void refresh(Contender& contender) {
        detail::StepSample const& sample = *contender.outline.sample;
        contender.candidate.at_least = sample.known() == 0;
        contender.candidate.exact = contender.outline.exact && sample.all_known();
        contender.take(sample.impact_on_time(), sample.impact_on_bytes());
    }

  private:
    /// Returns the least cost among the contenders that have a sample.
    [[nodiscard]] static double best_of(std::vector<Contender*> const& running) {
        double best = std::numeric_limits<double>::infinity();
        for (Contender const* const each : running)
            if (each->outline.sample->known() > 0) best = std::min(best, each->candidate.cost());
        return best;
    }

    /// Returns the contenders that can still be the best, by cost.
    [[nodiscard]] static std::vector<Contender*> still_open(std::vector<Contender*> running) {
        double const best = best_of(running);
        std::erase_if(running, [best](Contender const* each) { return each->cost_alone() > best; });
        std::ranges::sort(running, {}, [](Contender const* each) { return rank_of(*each); });
        return running;
    }

    /// Returns the estimated visits needed to know `steps` steps of each contender.
    [[nodiscard]] static Index effort(std::vector<Contender*> const& running, int steps) {
        Index visits = 0;
        for (Contender const* const each : running) visits += each->outline.sample->effort(steps);
        return visits;
    }

    /// Returns whether all contenders share one sample. Then further steps cannot change their order.
    [[nodiscard]] static bool share_a_sample(std::vector<Contender*> const& running) {
        auto const other = [&](Contender const* each) { return each->outline.sample != running.front()->outline.sample; };
        return std::ranges::none_of(running, other);
    }

    void look(Contender& contender, int steps) {
        auto const looked = contender.outline.sample->look(steps, coster_, budget_);
        if (looked)
            refresh(contender);
        else
            contender.candidate.refusal = looked.error().message;
    }

    StepCoster coster_;
    Watch const& watch_;
    Index budget_ = most_visits;
};

/// Returns the contenders without duplicates: algorithms with the same sample and cost are judged once.
std::vector<Contender*> without_twins(std::vector<Contender>& all) {
    std::vector<Contender*> running;
    for (Contender& each : all) {
        auto const equivalent = [&](Contender const* other) {
            return other->outline.sample == each.outline.sample && other->cost_alone() == each.cost_alone();
        };
        if (each.outline.sample && std::ranges::none_of(running, equivalent)) running.push_back(&each);
    }
    return running;
}

void look_at_contention(std::vector<Contender>& all, Site const& site, Placement const& placement, Watch const& watch) {
    for (Contender& each : all) each.candidate.at_least = !each.outline.sample && !each.outline.groups.empty();
    if (!site.topology) return;
    Contest(*site.topology, placement, site.machine.get(), watch).run(without_twins(all));
    for (Contender& each : all)
        if (each.outline.sample) Contest::refresh(each);
}

/// Returns the unordered direct messages, whose cost is a lower bound for every order.
std::vector<Contender>::iterator unordered_of(std::vector<Contender>& all) {
    return std::ranges::find_if(all, [](Contender const& each) { return each.info->unordered; });
}

/// Returns the cheapest algorithm without forwarding, if its cost (or the lower bound of all of these, if known) is hardly higher.
/// Otherwise returns the forwarding one.
std::vector<Contender>::iterator direct_instead_of(std::vector<Contender>::iterator forwarding, std::vector<Contender>& all) {
    double const most = forwarding->candidate.cost() * worth_not_forwarding;
    auto const by_directness = [](Contender const& each) {
        Candidate const& candidate = each.candidate;
        bool const out = !candidate.refusal.empty() || candidate.at_least || each.info->forwards;
        return std::tuple(out, rank_of(each));
    };
    auto const direct = std::ranges::min_element(all, {}, by_directness);
    if (std::get<0>(by_directness(*direct))) return forwarding;
    auto const bound = unordered_of(all);
    bool const known = bound != all.end() && bound->candidate.refusal.empty() && bound->candidate.exact;
    double const cost = known ? bound->candidate.cost() : direct->candidate.cost();
    return cost <= most ? direct : forwarding;
}

/// Returns the cheapest contender with a known cost. Without rates the cost of a start is unknown but not zero, so among nearly
/// equal costs the one with the fewest starts is returned. With rates a forwarding one must be clearly cheaper. Precondition: there
/// is one.
std::vector<Contender>::iterator chosen_of(std::vector<Contender>& all) {
    auto const by_cost = [](Contender const& each) {
        return std::tuple(!each.candidate.refusal.empty(), each.candidate.at_least, rank_of(each));
    };
    auto const cheapest = std::ranges::min_element(all, {}, by_cost);
    if (cheapest->candidate.at_least) return cheapest;
    if (cheapest->candidate.time) return cheapest->info->forwards ? direct_instead_of(cheapest, all) : cheapest;
    double const most = cheapest->candidate.cost() * nearly_as_cheap;
    auto const by_starts = [most](Contender const& each) {
        Candidate const& candidate = each.candidate;
        bool const out = !candidate.refusal.empty() || candidate.at_least || candidate.cost() > most;
        return std::tuple(out, candidate.starts, rank_of(each));
    };
    return std::ranges::min_element(all, {}, by_starts);
}

/// Replaces estimates by the costs of schedules, until the best one and all estimated near it are exact, or the effort is used up.
class Finals {
  public:
    Finals(MessageSet const& messages, Site const& site, Placement const& placement, Watch const& watch)
        : messages_(messages), site_(site), placement_(placement), watch_(watch) {}

    void run(std::vector<Contender>& all) {
        for (Contender* next = next_of(all); next != nullptr && !watch_.stopped(); next = next_of(all)) {
            Index const effort = effort_of(*next);
            if (effort > effort_left_) return;
            effort_left_ -= effort;
            make(*next);
        }
    }

  private:
    /// Returns the contender to make next: the best one, or else the cheapest estimated near it. Null if all of these are exact.
    static Contender* next_of(std::vector<Contender>& all) {
        if (std::ranges::none_of(all, [](Contender const& each) { return each.candidate.refusal.empty(); })) return nullptr;
        Contender& best = *chosen_of(all);
        if (best.info->forwards && best.candidate.time)
            if (auto const bound = unordered_of(all); bound != all.end() && !bound->candidate.exact && is_usable(*bound))
                return &*bound;
        if (!best.candidate.exact) return is_open(best) ? &best : nullptr;
        Contender* next = nullptr;
        for (Contender& each : all)
            if (is_open(each) && each.candidate.cost() <= near_enough * best.candidate.cost() &&
                (next == nullptr || rank_of(each) < rank_of(*next)))
                next = &each;
        return next;
    }

    static bool is_usable(Contender const& each) { return each.candidate.refusal.empty(); }

    static bool is_open(Contender const& each) { return is_usable(each) && !each.candidate.exact && !each.info->unordered; }

    /// Returns the effort to make its schedule and to route its messages, in messages.
    [[nodiscard]] Index effort_of(Contender const& contender) const {
        bool const searched = contender.info->estimate != Estimate::Direct && contender.info->estimate != Estimate::Forwarding;
        return (searched ? search_effort : 2) * messages_.messages() + contender.candidate.steps * messages_.size() / 4;
    }

    void make(Contender& contender) {
        Candidate& candidate = contender.candidate;
        candidate.exact = true; // or as exact as possible
        auto const schedule = make_schedule(candidate.algorithm, messages_, site_.mesh(), watch_.silent());
        if (!schedule) return refuse(candidate, schedule.error());
        auto const cost = cost_of(**schedule, *site_.topology, placement_, site_.machine.get(), watch_.silent());
        if (!cost) return refuse(candidate, cost.error());
        if (timed() && !cost->lack.empty()) return refuse(candidate, Error{cost->lack});
        candidate.time = cost->time();
        candidate.bytes = cost->congested_bytes;
        candidate.impact = cost->congestion_impact;
        candidate.starts = candidate.steps = candidate.empty_steps = 0;
        candidate.sent_bytes = 0;
        for (StepCost const& step : cost->steps) {
            candidate.starts += step.volume.sends;
            ++(step.volume.sends > 0 ? candidate.steps : candidate.empty_steps);
            candidate.sent_bytes += static_cast<double>(step.volume.sent_bytes);
        }
        candidate.at_least = candidate.at_least && contender.info->unordered;
    }

    /// Returns whether the machine has rates. If it lacks one, the algorithm has no time to compare.
    [[nodiscard]] bool timed() const { return site_.machine != nullptr && site_.machine->has_rates(); }

    static void refuse(Candidate& candidate, Error const& error) { candidate.refusal = error.message; }

    using Estimate = AlgorithmInfo::Estimate;
    static constexpr double near_enough = 1.5;
    static constexpr Index search_effort = 8;
    MessageSet const& messages_;
    Site const& site_;
    Placement const& placement_;
    Watch const& watch_;
    Index effort_left_ = most_effort;
};

/// Returns the candidates: the chosen one first, the others by cost, the refused ones last. Empty if all are refused.
std::vector<Candidate> ranking(std::vector<Contender> all, std::vector<Candidate> refused) {
    for (Contender& each : all)
        if (!each.candidate.refusal.empty()) refused.push_back(each.candidate);
    std::erase_if(all, [](Contender const& each) { return !each.candidate.refusal.empty(); });
    if (all.empty()) return {};
    std::iter_swap(all.begin(), chosen_of(all));
    std::ranges::sort(all.begin() + 1, all.end(), {}, rank_of);
    std::vector<Candidate> candidates;
    for (Contender& each : all) candidates.push_back(std::move(each.candidate));
    std::ranges::move(refused, std::back_inserter(candidates));
    return candidates;
}

/// Returns the refusal of an algorithm that works for all messages and networks, so that only a rate can be missing.
std::string lack_of(std::vector<Contender> const& all, std::vector<Candidate> const& refused) {
    auto const of_rates = [](Candidate const& each) {
        return !each.refusal.empty() && find_algorithm(each.algorithm)->needs == AlgorithmInfo::Needs::Nothing;
    };
    auto const found = std::ranges::find_if(refused, of_rates);
    if (found != refused.end()) return found->refusal;
    auto const later = std::ranges::find_if(all, of_rates, &Contender::candidate);
    return later != all.end() ? later->candidate.refusal : std::string();
}

/// Chooses as without a machine, because it lacks a rate for every algorithm.
Result<Choice> choose_by_bytes(MessageSet const& messages, Site site, std::string const& lack, Watch const& watch,
                               ChoiceEffort effort) {
    site.machine = nullptr;
    auto choice = TRY(choose_algorithm(messages, site, watch, effort));
    choice.lack = lack;
    return choice;
}

} // namespace

Result<Choice> choose_algorithm(MessageSet const& messages, Site const& site, Watch const& watch, ChoiceEffort effort) {
    detail::Outliner outliner(messages, site.mesh(), watch);
    std::vector<Candidate> refused;
    auto all = TRY(contenders(outliner, site.machine.get(), refused, watch));
    Placement const placement = site.placement.node.empty() ? Placement::row_major(messages.size()) : site.placement;
    look_at_contention(all, site, placement, watch);
    if (site.topology && effort == ChoiceEffort::Exact) Finals(messages, site, placement, watch).run(all);
    if (watch.stopped()) return stopped_error();
    std::string const lacking = lack_of(all, refused);
    auto candidates = ranking(std::move(all), std::move(refused));
    if (candidates.empty()) return choose_by_bytes(messages, site, lacking, watch, effort);
    Candidate const& best = candidates.front();
    std::string lack = site.machine && !site.machine->has_rates() ? site.machine->lack_of_rates() : std::string();
    return Choice{best.algorithm, best.time, best.bytes, detail::choice_reason(candidates), std::move(lack), std::move(candidates)};
}

} // namespace tessera
