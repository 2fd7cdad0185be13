// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto`: which algorithm is best for given messages on a given network and machine.
#include "libcore/network/choice.hpp"

#include "libcore/network/detail/choice_reason.hpp"
#include "libcore/network/detail/outline.hpp"
#include "libcore/network/grid.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace tessera {

namespace {

using detail::Outline;
using detail::StepGroup;

/// Links and messages looked at to see what is contended for: some 10 ns each.
constexpr Index most_visits = 400'000;

/// So many tell how much contention there is, where it makes no difference to the choice.
constexpr int enough_steps = 4;

/// So many times the bytes of the cheapest are worth fewer starts.
constexpr double nearly_as_cheap = 1.1;

/// A candidate while it is being judged.
struct Contender {
    Candidate candidate;
    Outline outline;
    int place = 0;         ///< in algorithms()
    double time_alone = 0; ///< without contention and packing
    double packing = 0;
    double bytes_alone = 0;

    /// A bound from below of the cost.
    [[nodiscard]] double cost_alone() const { return candidate.time ? time_alone + packing : bytes_alone; }

    void take(double impact_on_time, double impact_on_bytes) {
        if (candidate.time) candidate.time = time_alone * impact_on_time + packing;
        candidate.bytes = bytes_alone * impact_on_bytes;
        candidate.impact = candidate.time ? impact_on_time : impact_on_bytes;
    }
};

/// Cheapest first; of equals the one with the fewest starts, then the one that the help lists first.
auto rank_of(Contender const& contender) {
    return std::tuple(contender.candidate.cost(), contender.candidate.starts, contender.place);
}

/// Adds up the steps, none of them contended for. Error: the machine lacks a rate.
Result<void> add_up(Contender& contender, Machine const* machine) {
    bool const timed = machine != nullptr && machine->has_rates();
    for (auto const& [steps, kind, volume] : contender.outline.groups) {
        auto const count = static_cast<double>(steps);
        contender.candidate.starts += steps * volume.sends;
        contender.bytes_alone += count * static_cast<double>(volume.sent_bytes);
        if (machine != nullptr && machine->copy)
            contender.packing += count * static_cast<double>(volume.copied_bytes) * *machine->copy;
        if (!timed) continue;
        auto const time = time_alone(*machine, kind, volume);
        if (!time) return forward_error(time);
        contender.time_alone += count * *time;
    }
    contender.candidate.sent_bytes = contender.bytes_alone;
    if (timed) contender.candidate.time = 0.0;
    contender.take(1, 1);
    return {};
}

/// All that can be used, each with its cost without contention; the others go to `refused`.
std::vector<Contender> contenders(detail::Outliner& outliner, Machine const* machine, std::vector<Candidate>& refused) {
    std::vector<Contender> all;
    for (AlgorithmInfo const& info : algorithms()) {
        Contender contender;
        contender.candidate.algorithm = info.name;
        contender.place = static_cast<int>(all.size());
        auto outline = outliner.outline(info.name);
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

/// Looks at the contention of contenders in rounds, each with twice as many steps; when they become too many, of the better half.
class Contest {
  public:
    Contest(Topology const& topology, Placement const& placement, Machine const* machine) : coster_(topology, placement, machine) {}

    void run(std::vector<Contender*> running) {
        std::ranges::sort(running, {}, [](Contender const* each) { return std::pair(each->cost_alone(), each->place); });
        for (int steps = 1;; steps *= 2) {
            for (Contender* const each : running)
                if (each->cost_alone() <= best_of(running)) look(*each, steps);
            std::erase_if(running, [](Contender const* each) { return !each->candidate.refusal.empty(); });
            auto open = still_open(running);
            while (open.size() > 1 && effort(open, 2 * steps) > budget_) {
                std::erase(running, open.back());
                open.pop_back();
            }
            if (budget_ <= 0 || effort(open, 2 * steps) == 0 || (steps >= enough_steps && share_a_sample(open))) return;
        }
    }

    /// Gives a contender the impact of its sample, as far as that is known.
    static void refresh(Contender& contender) {
        detail::StepSample const& sample = *contender.outline.sample;
        contender.candidate.at_least = sample.known() == 0;
        contender.take(sample.impact_on_time(), sample.impact_on_bytes());
    }

  private:
    /// The least cost among those that are looked at already.
    [[nodiscard]] static double best_of(std::vector<Contender*> const& running) {
        double best = std::numeric_limits<double>::infinity();
        for (Contender const* const each : running)
            if (each->outline.sample->known() > 0) best = std::min(best, each->candidate.cost());
        return best;
    }

    /// Those that could still be the best, by cost.
    [[nodiscard]] static std::vector<Contender*> still_open(std::vector<Contender*> running) {
        double const best = best_of(running);
        std::erase_if(running, [best](Contender const* each) { return each->cost_alone() > best; });
        std::ranges::sort(running, {}, [](Contender const* each) { return rank_of(*each); });
        return running;
    }

    /// What it may take to know so many steps of each.
    [[nodiscard]] static Index effort(std::vector<Contender*> const& running, int steps) {
        Index visits = 0;
        for (Contender const* const each : running) visits += each->outline.sample->effort(steps);
        return visits;
    }

    /// Then further steps change nothing among them.
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
    Index budget_ = most_visits;
};

/// Algorithms that come to the same steps are judged once.
std::vector<Contender*> without_twins(std::vector<Contender>& all) {
    std::vector<Contender*> running;
    for (Contender& each : all) {
        auto const twin = [&](Contender const* other) {
            return other->outline.sample == each.outline.sample && other->cost_alone() == each.cost_alone();
        };
        if (each.outline.sample && std::ranges::none_of(running, twin)) running.push_back(&each);
    }
    return running;
}

void look_at_contention(std::vector<Contender>& all, int ranks, Site const& site) {
    for (Contender& each : all) each.candidate.at_least = !each.outline.sample && !each.outline.groups.empty();
    if (site.topology == nullptr) return;
    Placement const row_major = Placement::row_major(ranks);
    Contest(*site.topology, site.placement != nullptr ? *site.placement : row_major, site.machine).run(without_twins(all));
    for (Contender& each : all)
        if (each.outline.sample) Contest::refresh(each);
}

/// The cheapest whose cost is known. Without rates nobody knows what a start costs, but it is not nothing: of those that are nearly
/// as cheap the one with the fewest. Precondition: there is one.
std::vector<Contender>::iterator chosen_of(std::vector<Contender>& all) {
    auto const by_cost = [](Contender const& each) { return std::pair(each.candidate.at_least, rank_of(each)); };
    auto const cheapest = std::ranges::min_element(all, {}, by_cost);
    if (cheapest->candidate.time || cheapest->candidate.at_least) return cheapest;
    double const most = cheapest->candidate.cost() * nearly_as_cheap;
    auto const by_starts = [most](Contender const& each) {
        Candidate const& candidate = each.candidate;
        return std::tuple(candidate.at_least || candidate.cost() > most, candidate.starts, rank_of(each));
    };
    return std::ranges::min_element(all, {}, by_starts);
}

/// The chosen one first, then by cost, the refused ones last. Error: there is none to choose.
Result<std::vector<Candidate>> ranking(std::vector<Contender> all, std::vector<Candidate> refused) {
    for (Contender& each : all)
        if (!each.candidate.refusal.empty()) refused.push_back(each.candidate);
    std::erase_if(all, [](Contender const& each) { return !each.candidate.refusal.empty(); });
    if (all.empty()) return fail(refused.front().refusal);
    std::iter_swap(all.begin(), chosen_of(all));
    std::ranges::sort(all.begin() + 1, all.end(), {}, rank_of);
    std::vector<Candidate> candidates;
    for (Contender& each : all) candidates.push_back(std::move(each.candidate));
    std::ranges::move(refused, std::back_inserter(candidates));
    return candidates;
}

} // namespace

Result<Choice> choose_algorithm(MessageSet const& messages, Site const& site) {
    detail::Outliner outliner(messages, site.topology != nullptr ? mesh_shape(*site.topology) : std::nullopt);
    std::vector<Candidate> refused;
    std::vector<Contender> all = contenders(outliner, site.machine, refused);
    look_at_contention(all, messages.size(), site);
    auto candidates = ranking(std::move(all), std::move(refused));
    if (!candidates) return forward_error(candidates);
    Candidate const& best = candidates->front();
    return Choice{best.algorithm, best.time, best.bytes, detail::choice_reason(*candidates), std::move(*candidates)};
}

} // namespace tessera
