// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of redistribution methods by execution, as in the papers.
#include "cli/distbench/method_contest.hpp"

#include "cli/distbench/raced_arrays.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/runtime/move/composite_redistributor.hpp"
#include "libcore/runtime/move/printed_redistributor.hpp"
#include "libcore/runtime/move/runtime_resolution.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

namespace tessera::cli {
namespace {

using ReturnTrip = MethodContender::ReturnTrip;

/// Unwraps the result of a call that succeeded before and cannot fail.
template <class T>
T sure(Result<T> result) {
    if (!result) throw std::logic_error(result.error().message);
    return *std::move(result);
}

/// Makes the same plan again from its two mappings. This is timed for a contender that keeps nothing.
Result<MultiPlan> planned_anew(Mapping const& from, Mapping const& to) {
    auto plan = TRY(RedistPlan::make(from, to));
    return MultiPlan::make({std::move(plan)});
}

/// Returns the phases of the contender's method, each composed again if the contender requests it.
Result<CompositePlan> composed(MethodContender const& contender, MultiPlan const& plan) {
    auto whole = compose(contender.method, plan);
    if (!whole || contender.each_phase_by.empty()) return whole;
    std::vector<CompositePhase> phases;
    for (CompositePhase const& phase : whole->phases) {
        auto inner = TRY(compose(contender.each_phase_by, phase.plan));
        std::ranges::move(inner.phases, std::back_inserter(phases));
    }
    whole->phases = std::move(phases);
    return whole;
}

/// A contender, with the data that it prepares before the timed part.
class MethodRunner {
  public:
    MethodRunner(Communicator const& comm, RedistPlan const& plan, RacedArrays& arrays, MethodContender const& contender)
        : comm_(comm), plan_(plan), arrays_(arrays), contender_(contender) {}

    /// Error: the method does not apply. Collective.
    Result<void> prepare() {
        auto const plan = TRY(planned_anew(plan_.source(), plan_.target()));
        auto const phases = TRY(composed(contender_, plan));
        if (contender_.printed) printed_.emplace(TRY(PrintedRedistributor::make(phases, comm_.handle(), contender_.receive)));
        if (phases.method->asks_owners) naive_.emplace(sure(RuntimeResolution::make(plan_, comm_.handle())));
        if (contender_.kept) kept_.emplace(mover(plan_.source(), plan_.target(), arrays_.layouts()));
        return {};
    }

    /// Moves the array there and, if requested, back. Returns seconds. Collective.
    double move() {
        return arrays_.timed([this] {
            if (printed_) return printed_->execute(arrays_.sources().front(), arrays_.targets().front());
            if (naive_) return naive_->execute(arrays_.sources().front(), arrays_.targets().front());
            if (kept_) return move_by(*kept_);
            auto made = mover(plan_.source(), plan_.target(), arrays_.layouts());
            move_by(made);
        });
    }

    /// Moves once more and verifies; "" if every element is in its place. Collective.
    std::string check() {
        arrays_.clear_targets();
        move();
        if (auto wrong = arrays_.wrong(); !wrong.empty() || contender_.return_trip == ReturnTrip::None) return wrong;
        // The returned elements are sent again. The sources were cleared before, so they contain only returned data.
        arrays_.clear_sources();
        return_targets();
        arrays_.clear_targets();
        move();
        return arrays_.wrong();
    }

  private:
    [[nodiscard]] CompositeRedistributor mover(Mapping const& from, Mapping const& to, RankLayouts const& layouts) const {
        auto const phases = sure(composed(contender_, sure(planned_anew(from, to))));
        RedistributorOptions const options{.transport = Transport::PointToPoint, .receive = contender_.receive};
        return sure(CompositeRedistributor::make(
            phases, comm_.handle(), layouts,
            {.phases = {options}, .with_return = contender_.return_trip == ReturnTrip::Saved, .back = options}));
    }

    void move_by(CompositeRedistributor& there) {
        there.execute(arrays_.sources(), arrays_.targets());
        if (contender_.return_trip == ReturnTrip::Saved) there.execute_back(arrays_.returned(), arrays_.arrived());
        if (contender_.return_trip == ReturnTrip::Planned) return_by_another_plan();
    }

    void return_by_another_plan() {
        RankLayouts const turned{arrays_.layouts().targets, arrays_.layouts().sources};
        mover(plan_.target(), plan_.source(), turned).execute(arrays_.arrived(), arrays_.returned());
    }

    void return_targets() {
        if (contender_.return_trip == ReturnTrip::Planned) return return_by_another_plan();
        if (kept_) return kept_->execute_back(arrays_.returned(), arrays_.arrived());
        mover(plan_.source(), plan_.target(), arrays_.layouts()).execute_back(arrays_.returned(), arrays_.arrived());
    }

    Communicator const& comm_;
    RedistPlan const& plan_;
    RacedArrays& arrays_;
    MethodContender const& contender_;
    std::optional<PrintedRedistributor> printed_;
    std::optional<RuntimeResolution> naive_;
    std::optional<CompositeRedistributor> kept_;
};

ContenderTime summed_up(MethodContender const& contender, std::vector<double> seconds) {
    std::ranges::sort(seconds);
    return {contender.label, seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

Result<Transition> transition_of(MethodRow const& row) {
    auto const job = TRY(parse_compact({.arrays = {row.array}, .from = row.from, .to = row.to, .copies = {}},
                                       {.ranks = row.ranks, .files = nullptr}));
    return whole_transition(job);
}

} // namespace

Result<MethodContest> run_methods(Communicator const& comm, MethodFigure const& figure, MethodRow const& row, int rounds,
                                  std::function<void()> const& progress) {
    auto const transition = TRY(transition_of(row));
    RacedArrays arrays(comm, *transition.plan);
    std::vector<MethodRunner> runners;
    runners.reserve(figure.contenders.size());
    MethodContest contest;
    for (MethodContender const& contender : figure.contenders) {
        MethodRunner& runner = runners.emplace_back(comm, transition.plan->plans().front(), arrays, contender);
        TRY(runner.prepare());
        auto const wrong = runner.check();
        if (!wrong.empty() && contest.wrong.empty()) contest.wrong = fmt::format("{}: {}", contender.label, wrong);
    }
    std::vector<std::vector<double>> seconds(runners.size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < runners.size(); ++i) {
            seconds[i].push_back(runners[i].move());
            progress();
        }
    for (std::size_t i = 0; i < runners.size(); ++i)
        contest.times.push_back(summed_up(figure.contenders[i], std::move(seconds[i])));
    return contest;
}

} // namespace tessera::cli
