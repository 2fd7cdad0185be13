// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice on the distribution of a program's arrays, with reasons.
#include "libcore/advise/advice.hpp"

#include "libcore/advise/detail/advice_parts.hpp"
#include "libcore/advise/layout_candidates.hpp"
#include "libcore/advise/layout_descent.hpp"
#include "libcore/advise/layout_search.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <utility>

namespace tessera {
namespace {

/// Limit of the effort for all prices together, so that advice for many ranks takes only seconds. A unit takes some microseconds.
constexpr double most_effort_of_prices = 400'000;
constexpr double most_effort_of_detours = 100'000; // in addition
constexpr Index most_ranks_for_turning_points = 256;
constexpr double most_effort_of_other_ranks = 20'000; // in addition to all others
/// Up to this number of combinations, arrays are optimised together, because arrays that move at one time share messages.
constexpr double few_combinations = 100;
/// Limit of the alternatives of one kind that are priced as answers. Each costs the phases times the arrays, and there is one for
/// each phase and group of arrays.
constexpr std::size_t most_alternatives = 32;

/// Returns groups of array numbers, each ascending. Arrays that are combined element by element in some phase are in one group.
/// `all_together`: all arrays form one group.
std::vector<std::vector<std::size_t>> array_groups(PhasedProgram const& program, bool all_together) {
    std::vector<std::size_t> group(program.arrays().size());
    for (std::size_t array = 0; array < group.size(); ++array) group[array] = all_together ? 0 : array;
    for (ProgramPhase const& phase : program.phases())
        for (std::size_t array = 0; array < group.size(); ++array) {
            if (phase.uses[array] == nullptr || phase.uses[array]->with.empty()) continue;
            std::size_t const old = group[array];
            std::size_t const other = group[program.array_number(phase.uses[array]->with)];
            std::ranges::replace(group, old, other);
        }
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t first = 0; first < group.size(); ++first) {
        std::vector<std::size_t> members;
        for (std::size_t array = 0; array < group.size(); ++array)
            if (group[array] == group[first]) members.push_back(array);
        if (members.front() == first) groups.push_back(std::move(members));
    }
    return groups;
}

class Adviser {
  public:
    /// `all_ranks`: do not consider fewer ranks, nor the job's own layout, which may use fewer.
    Adviser(PhaseCoster const& coster, AdviceRequest const& request, Watch watch, bool all_ranks = false)
        : coster_(coster), program_(coster.program()), request_(request), watch_(std::move(watch)), all_ranks_(all_ranks) {}

    Result<Advice> run() {
        auto const machine = TRY(coster_.prices().machine(static_cast<int>(request_.ranks)));
        if (machine == nullptr) return fail("advice compares times; name a machine whose rates are known, such as delta");
        auto const together = TRY(arrays_go_together());
        auto groups = array_groups(program_, together);
        groups_left_ = groups.size();
        for (auto& members : groups) TRY(add_group(std::move(members)));
        add_bounds();
        TRY(add_own());
        for (auto const step : {&Adviser::add_best, &Adviser::add_statics, &Adviser::add_each_for_itself, &Adviser::add_runners_up,
                                &Adviser::add_cheaper_own, &Adviser::add_fewer_ranks})
            TRY((this->*step)());
        TRY(explain());
        if (advice_.answers.size() > request_.top) advice_.answers.resize(request_.top, advice_.answers.front());
        return std::move(advice_);
    }

  private:
    struct Group {
        std::unique_ptr<LayoutWeights> weights;
        std::unique_ptr<LayoutSearch> search;
        FoundLayout best;
        std::optional<FoundLayout> fixed; // the best layout without remaps
    };
    /// Other layouts of one group.
    struct Alternative {
        double margin = 0; // seconds beyond the group's best
        std::size_t group = 0;
        std::vector<std::size_t> tuples; // by phase
    };

    /// Returns whether all arrays are optimised together: if they share a memory limit, or if there are few combinations.
    Result<bool> arrays_go_together() const {
        if (request_.memory) return true;
        double combinations = 1;
        for (std::size_t array = 0; array < program_.arrays().size(); ++array) {
            auto const candidates = TRY(candidates_for(coster_, array, request_.ranks));
            combinations *= static_cast<double>(candidates.mappings.size());
        }
        return combinations <= few_combinations;
    }

    /// Adds up the lower bounds of the groups. Groups that move at one time share messages, which the search of one group ignores.
    /// All of them together take at least the time of each one alone, and so at least an equal share of each group's time.
    void add_bounds() {
        auto const movable = std::ranges::count_if(
            groups_, [](Group const& group) { return group.weights->is_cut_short() || group.search->can_move(); });
        for (Group const& group : groups_)
            advice_.bound += movable < 2 || group.weights->is_cut_short()
                                 ? group.best.bound
                                 : std::min(group.best.bound, group.search->bound(1 / static_cast<double>(movable)));
    }

    Result<void> add_group(std::vector<std::size_t> members) {
        auto weights = TRY(LayoutWeights::make(coster_, std::move(members), request_.ranks, request_.memory));
        Group group;
        group.weights = std::make_unique<LayoutWeights>(std::move(weights));
        double const spent = coster_.prices().effort();
        double const share = (most_effort_of_prices - spent) / static_cast<double>(groups_left_--);
        group.search = std::make_unique<LayoutSearch>(coster_, *group.weights, spent + share, watch_);
        bool const one_by_one = group.weights->is_cut_short();
        auto const best =
            TRY(one_by_one ? LayoutDescent(coster_, *group.weights, spent + share, watch_).run() : group.search->best());
        if (!best) return fail(no_choice(*group.weights));
        group.best = *best;
        group.fixed = TRY(group.search->best_static());
        advice_.considered += group.weights->tuples().size();
        advice_.limited_by_memory = advice_.limited_by_memory || group.weights->is_limited_by_memory();
        for (std::string const& rule : group.weights->rules()) advice_.rules.push_back(rule);
        groups_.push_back(std::move(group));
        return {};
    }

    [[nodiscard]] std::string no_choice(LayoutWeights const& weights) const {
        std::string const& name = program_.arrays()[weights.arrays().front()].array.name;
        if (request_.memory)
            return fmt::format("no distribution over {} ranks fits in {} per rank, {} in all; use more ranks or more memory",
                               request_.ranks, scaled_bytes(*request_.memory),
                               scaled_bytes(saturated_mul(*request_.memory, request_.ranks)));
        return fmt::format(
            "some phase allows no distribution of {} over {} ranks; is a dimension declared whole that must be divided?", name,
            request_.ranks);
    }

    /// Returns the layouts of all arrays in a phase, in which each group has its own tuples.
    [[nodiscard]] std::vector<Mapping> mappings_of(std::vector<std::vector<std::size_t>> const& tuples, std::size_t phase) const {
        std::vector<Mapping const*> by_array(program_.arrays().size());
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            auto const& members = groups_[g].weights->arrays();
            for (std::size_t member = 0; member < members.size(); ++member)
                by_array[members[member]] = &groups_[g].weights->mapping(tuples[g][phase], member);
        }
        std::vector<Mapping> mappings;
        for (Mapping const* const each : by_array)
            if (each != nullptr) mappings.push_back(*each);
        return mappings;
    }
    [[nodiscard]] ProgramLayout layout_of(std::vector<std::vector<std::size_t>> const& tuples) const {
        ProgramLayout layout;
        for (std::size_t phase = 0; phase < program_.phases().size(); ++phase) layout.push_back(mappings_of(tuples, phase));
        return layout;
    }

    [[nodiscard]] std::vector<std::vector<std::size_t>> best_tuples() const {
        std::vector<std::vector<std::size_t>> tuples;
        for (Group const& group : groups_) tuples.push_back(group.best.tuples);
        return tuples;
    }

    /// Compares the layouts only in phases that use the arrays. Layouts that differ elsewhere are the same answer at a higher cost.
    [[nodiscard]] bool same_where_used(ProgramLayout const& a, ProgramLayout const& b) const {
        for (std::size_t phase = 0; phase < a.size(); ++phase)
            for (std::size_t array = 0; array < a[phase].size(); ++array)
                if (program_.phases()[phase].uses[array] != nullptr && a[phase][array].spec() != b[phase][array].spec())
                    return false;
        return true;
    }
    [[nodiscard]] bool is_used(Group const& group, std::size_t phase) const {
        auto const& uses = program_.phases()[phase].uses;
        return std::ranges::any_of(group.weights->arrays(), [&](std::size_t array) { return uses[array] != nullptr; });
    }

    /// Before its first use an array gets the layout of that use. Another layout there would not be a different answer.
    [[nodiscard]] ProgramLayout settled(ProgramLayout layout) const {
        for (std::size_t array = 0; array < program_.arrays().size(); ++array) {
            std::size_t first = 0;
            while (first < layout.size() && program_.phases()[first].uses[array] == nullptr) ++first;
            for (std::size_t phase = 0; phase < first && first < layout.size(); ++phase)
                if (!program_.is_remapped_at_end(phase, array)) layout[phase][array] = layout[first][array];
        }
        return layout;
    }

    /// Prices a layout, and adds it to the answers unless it is already there.
    Result<void> add_answer(AdvisedLayout::Kind kind, ProgramLayout layout) {
        auto cost = cost_of(coster_, layout);
        if (!cost) return forward_error(cost);
        ProgramLayout plainer = settled(layout);
        auto plainer_cost = cost_of(coster_, plainer);
        if (!plainer_cost) return forward_error(plainer_cost);
        if (*plainer_cost->seconds() <= *cost->seconds() && plainer_cost->memory <= cost->memory) {
            layout = std::move(plainer);
            cost = std::move(plainer_cost);
        }
        AdvisedLayout answer{kind, std::move(layout), *std::move(cost)};
        for (AdvisedLayout& known : advice_.answers) {
            if (!same_where_used(known.layout, answer.layout)) continue;
            if (*answer.cost.seconds() < *known.cost.seconds() && answer.cost.memory <= known.cost.memory)
                known = std::move(answer);
            return {};
        }
        advice_.answers.push_back(std::move(answer));
        if (advice_.answers.size() > request_.top + 1) drop_dearest();
        return {};
    }

    /// Drops the dearest answer, but not the cheapest one without remaps, which the reasons compare with the best.
    void drop_dearest() {
        auto const seconds = [](AdvisedLayout const& each) { return *each.cost.seconds(); };
        AdvisedLayout const* plain = nullptr;
        for (AdvisedLayout const& each : advice_.answers)
            if (!each.remaps() && (plain == nullptr || seconds(each) < seconds(*plain))) plain = &each;
        auto dearest = advice_.answers.end();
        for (auto each = advice_.answers.begin(); each != advice_.answers.end(); ++each)
            if (&*each != plain && (dearest == advice_.answers.end() || seconds(*each) >= seconds(*dearest))) dearest = each;
        advice_.answers.erase(dearest);
    }

    Result<void> add_own() {
        ProgramLayout layout = own_layout(program_);
        auto cost = cost_of(coster_, layout);
        if (cost)
            advice_.own = AdvisedLayout{AdvisedLayout::Kind::Own, std::move(layout), *std::move(cost)};
        else if (is_stopped(cost.error()))
            return forward_error(cost);
        else
            advice_.own_refusal = cost.error().message;
        return {};
    }

    Result<void> add_best() { return add_answer(AdvisedLayout::Kind::Best, layout_of(best_tuples())); }

    /// Adds the best few layouts without remaps.
    Result<void> add_statics() {
        if (std::ranges::any_of(groups_, [](Group const& group) { return !group.fixed; })) return {};
        auto tuples = best_tuples();
        for (std::size_t g = 0; g < groups_.size(); ++g) tuples[g] = groups_[g].fixed->tuples;
        if (auto const added = add_answer(AdvisedLayout::Kind::Static, layout_of(tuples)); !added) return added;
        std::vector<Alternative> others;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            std::vector<std::size_t> known{groups_[g].fixed->tuples.front()};
            while (known.size() < request_.top && !groups_[g].search->is_exhausted()) {
                auto next = TRY(groups_[g].search->best_static(known));
                if (!next) break;
                known.push_back(next->tuples.front());
                others.push_back({next->seconds - groups_[g].fixed->seconds, g, std::move(next->tuples)});
            }
        }
        return add_alternatives(AdvisedLayout::Kind::Static, tuples, std::move(others));
    }

    /// Adds the cheapest alternatives as answers, in the order in which they were found. `tuples`: those of the other groups.
    Result<void> add_alternatives(AdvisedLayout::Kind kind, std::vector<std::vector<std::size_t>> const& tuples,
                                  std::vector<Alternative> others) {
        std::size_t const most = std::max(most_alternatives, request_.top);
        if (others.size() > most) {
            std::vector<double> margins;
            for (Alternative const& each : others) margins.push_back(each.margin);
            std::ranges::nth_element(margins, margins.begin() + static_cast<std::ptrdiff_t>(most - 1));
            std::erase_if(others, [&](Alternative const& each) { return each.margin > margins[most - 1]; });
            others.resize(std::min(others.size(), most));
        }
        for (Alternative& each : others) {
            if (watch_.stopped()) return stopped_error();
            auto answer = tuples;
            answer[each.group] = std::move(each.tuples);
            TRY(add_answer(kind, layout_of(answer)));
        }
        return {};
    }

    /// Adds the layout in which each phase has its own best layout, or keeps the previous one if that is equally good.
    Result<void> add_each_for_itself() {
        auto const large = [](Group const& group) { return group.search->is_exhausted() || group.weights->is_cut_short(); };
        if (std::ranges::any_of(groups_, large)) return {}; // never the best then, but the most expensive to price
        std::vector<std::vector<std::size_t>> tuples;
        for (Group const& group : groups_) {
            auto& chosen = tuples.emplace_back();
            for (std::size_t phase = 0; phase < program_.phases().size(); ++phase) {
                std::size_t best = chosen.empty() ? 0 : chosen.back();
                for (std::size_t tuple = 0; tuple < group.weights->tuples().size(); ++tuple)
                    if (group.weights->phase(phase, tuple).less_than(group.weights->phase(phase, best))) best = tuple;
                chosen.push_back(best);
            }
        }
        ProgramLayout layout = layout_of(tuples);
        auto const cost = TRY(cost_of(coster_, layout));
        if (request_.memory && cost.memory > *request_.memory) return {};
        return add_answer(AdvisedLayout::Kind::Other, std::move(layout));
    }

    /// Finds, for each phase, the best layout under the condition that this phase has another one.
    Result<void> add_runners_up() {
        std::vector<Alternative> others;
        for (std::size_t phase = 0; phase < program_.phases().size(); ++phase) {
            if (program_.phases()[phase].implied) continue;
            auto nearest = TRY(nearest_of(phase, others));
            if (nearest) advice_.runners_up.push_back(*std::move(nearest));
        }
        return add_alternatives(AdvisedLayout::Kind::Other, best_tuples(), std::move(others));
    }

    /// Returns the best alternative of all groups, and adds each group's alternative to `others`. Returns nothing if there is none.
    Result<std::optional<PhaseRunnerUp>> nearest_of(std::size_t phase, std::vector<Alternative>& others) {
        std::optional<PhaseRunnerUp> nearest;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            if (groups_[g].search->is_exhausted() || groups_[g].weights->is_cut_short() || !is_used(groups_[g], phase)) continue;
            auto found = TRY(groups_[g].search->best(LayoutSearch::Ban{phase, groups_[g].best.tuples[phase]}));
            if (!found) continue;
            double margin = found->seconds - groups_[g].best.seconds;
            if (margin < 1e-9 * groups_[g].best.seconds) margin = 0; // a rounding error
            if (!nearest || margin < nearest->margin) {
                auto tuples = best_tuples();
                tuples[g] = found->tuples;
                nearest = PhaseRunnerUp{phase, mappings_of(tuples, phase), margin};
            }
            others.push_back({margin, g, std::move(found->tuples)});
        }
        return nearest;
    }

    /// The job's own layout may leave ranks idle, or have formats that are not considered.
    Result<void> add_cheaper_own() {
        if (all_ranks_ || !advice_.own || advice_.own->layout.ranks() > request_.ranks) return {};
        if (request_.memory && advice_.own->cost.memory > *request_.memory) return {};
        return add_if_cheaper(advice_.own->layout, *advice_.own->cost.seconds());
    }

    /// Adds the best layout on somewhat fewer ranks, if these form squarer grids.
    Result<void> add_fewer_ranks() {
        auto const has_one_dim = [](ProgramArray const& each) { return each.array.dims() < 2; };
        if (all_ranks_ || std::ranges::all_of(program_.arrays(), has_one_dim)) return {};
        std::vector<Index> tried;
        for (Index const ranks : squarer_ranks(request_.ranks)) {
            AdviceRequest const request{.ranks = ranks, .memory = request_.memory, .top = 1};
            auto const fewer = Adviser(coster_, request, watch_, true).run();
            if (!fewer && is_stopped(fewer.error())) return forward_error(fewer);
            if (!fewer) continue;
            advice_.considered += fewer->considered;
            if (auto const added = add_if_cheaper(fewer->answers.front().layout, fewer->bound); !added) return added;
            tried.push_back(ranks);
        }
        if (tried.empty()) return {};
        std::string const fewer = fmt::format("{}", fmt::join(tried, ", "));
        advice_.rules.push_back(fmt::format("{} ranks allow only long grids, so {} are considered, too", request_.ranks, fewer));
        return {};
    }

    Result<void> add_if_cheaper(ProgramLayout const& layout, double bound) {
        advice_.bound = std::min(advice_.bound, bound);
        auto const cost = TRY(cost_of(coster_, layout));
        auto const cheaper = [&](AdvisedLayout const& answer) { return *cost.seconds() < *answer.cost.seconds() * (1 - 1e-9); };
        if (!std::ranges::all_of(advice_.answers, cheaper)) return {};
        auto const best = std::ranges::min(advice_.answers, {}, [](AdvisedLayout const& each) { return *each.cost.seconds(); });
        for (PhaseRunnerUp& other : advice_.runners_up) other.margin += *best.cost.seconds() - *cost.seconds();
        return add_answer(AdvisedLayout::Kind::Other, layout);
    }

    Result<void> explain() {
        auto const seconds = [](AdvisedLayout const& each) { return *each.cost.seconds(); };
        // If prices were cut short, another answer may be better than the best one of the search.
        auto const cheaper = [&](auto const& a, auto const& b) { return seconds(a) < seconds(b) * (1 - 1e-9); };
        std::ranges::stable_sort(advice_.answers, cheaper);
        double const limit = coster_.prices().effort() + most_effort_of_detours;
        std::vector<LayoutWeights*> groups;
        for (Group const& group : groups_) groups.push_back(group.weights.get());
        for (std::size_t answer = 0; answer < std::min(advice_.answers.size(), request_.top); ++answer)
            TRY(detail::take_detours(advice_.answers[answer], coster_, groups, request_.memory, limit));
        std::ranges::stable_sort(advice_.answers, cheaper);
        AdvisedLayout const& best = advice_.answers.front();
        auto const first = [&](bool remaps) -> AdvisedLayout const* {
            auto const found = std::ranges::find_if(advice_.answers, [&](auto const& each) { return each.remaps() == remaps; });
            return found == advice_.answers.end() ? nullptr : &*found;
        };
        advice_.reasons = detail::reasons_for(advice_, first(false), coster_);
        auto detours = TRY(detail::detours_in(best, coster_));
        advice_.reasons.insert(advice_.reasons.end(), detours.begin(), detours.end());
        if (request_.ranks > most_ranks_for_turning_points) return {};
        auto const told = std::span(advice_.answers).first(std::min(advice_.answers.size(), request_.top));
        advice_.turning_points = TRY(detail::turning_points_of(told, coster_));
        return {};
    }

    PhaseCoster const& coster_;
    PhasedProgram const& program_;
    AdviceRequest const& request_;
    Watch watch_;
    bool all_ranks_;
    std::vector<Group> groups_;
    std::size_t groups_left_ = 0; // number of groups without a search so far
    Advice advice_;
};

/// Adds the best layouts on half and on twice as many ranks, if they exist and are of a different kind.
Result<void> add_turning_ranks(Advice& advice, PhaseCoster const& coster, AdviceRequest request, Watch const& watch) {
    double const limit = coster.prices().effort() + most_effort_of_other_ranks;
    Index const now = request.ranks;
    request.top = 1;
    for (Index const ranks : {now / 2, 2 * now}) {
        bool const halved = ranks < now;
        if ((halved && now % 2 != 0) || ranks < 2 || ranks > most_ranks_for_turning_points || coster.prices().effort() > limit)
            continue;
        request.ranks = ranks;
        auto other = Adviser(coster, request, watch, true).run();
        if (!other && is_stopped(other.error())) return forward_error(other);
        if (!other) continue;
        ProgramLayout& layout = other->answers.front().layout;
        if (!detail::are_of_one_kind(layout, advice.answers.front().layout, coster.program()))
            advice.turning_ranks.push_back({ranks, std::move(layout)});
    }
    return {};
}

/// Computes the cost of the memory limit.
Result<void> add_unlimited(Advice& advice, PhaseCoster const& coster, AdviceRequest request, Watch const& watch) {
    request.memory = std::nullopt;
    request.top = 1;
    auto other = TRY(Adviser(coster, request, watch).run());
    AdvisedLayout& best = other.answers.front();
    if (*best.cost.seconds() < *advice.answers.front().cost.seconds() * (1 - 1e-9)) advice.unlimited = std::move(best);
    return {};
}

} // namespace

bool Advice::is_exact() const {
    return bound >= *answers.front().cost.seconds() * (1 - 1e-9);
}

Result<Advice> advise(PhaseCoster const& coster, AdviceRequest const& request, Watch const& watch) {
    coster.prices().expect_effort(most_effort_of_prices);
    auto advice = Adviser(coster, request, watch).run();
    if (!advice) return advice;
    if (request.memory) TRY(add_unlimited(*advice, coster, request, watch));
    if (request.other_ranks) TRY(add_turning_ranks(*advice, coster, request, watch));
    return advice;
}

} // namespace tessera
