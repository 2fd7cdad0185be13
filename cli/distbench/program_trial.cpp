// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of the messages of a program's phases and remaps, compared with their predicted costs.
#include "cli/distbench/program_trial.hpp"

#include "cli/distbench/trial_parts.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/mapping/mapping_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tessera::cli {
namespace {

std::string trial_layout_text(ProgramLayout const& layout) {
    std::vector<std::string> phases;
    for (auto const& mappings : layout) {
        std::vector<std::string> texts;
        for (Mapping const& mapping : mappings) texts.push_back(mapping_text(mapping.spec()));
        std::string text = fmt::format("{}", fmt::join(texts, " "));
        if (phases.empty() || phases.back() != text) phases.push_back(std::move(text));
    }
    return fmt::format("{}", fmt::join(phases, "; then "));
}

std::string_view trial_kind_text(AdvisedLayout::Kind kind) {
    switch (kind) {
    case AdvisedLayout::Kind::Best:
        return "advised";
    case AdvisedLayout::Kind::Static:
        return "static";
    case AdvisedLayout::Kind::Own:
        return "the job's own";
    case AdvisedLayout::Kind::Other:
        break;
    }
    return "other";
}

/// Returns the predicted seconds of work and of pipelines, which are not executed.
double told_seconds(PhaseCoster const& coster, AdvisedLayout const& answer) {
    double told = answer.cost.compute.value_or(0);
    for (std::size_t phase = 0; phase < answer.cost.phases.size(); ++phase)
        told += answer.cost.phases[phase].sweep.seconds.value_or(0) * coster.program().phases()[phase].times;
    return told;
}

} // namespace

double ProgramTrial::regret() const {
    auto const time = [](TrialRow const& row) { return row.told + row.measured; };
    double const shortest = time(*std::ranges::min_element(rows, {}, time));
    double const advised = time(rows.front());
    return advised > shortest ? advised / shortest : 1; // also if no layout takes any time
}

Result<ProgramTrial> run_trial(Communicator const& comm, PhaseCoster const& coster, TrialSettings const& settings) {
    auto const advice = TRY(advise(coster, {.ranks = comm.size(), .memory = std::nullopt, .top = settings.top}));
    std::vector<AdvisedLayout> answers = advice.answers;
    if (advice.own && coster.program().ranks() <= comm.size()) answers.push_back(*advice.own);
    ProgramTrial trial{coster.program().name(), comm.size(), {}};
    TrialParts parts(comm, coster);
    std::vector<TrialUses> uses;
    for (AdvisedLayout const& answer : answers) {
        uses.push_back(TRY(parts.uses_of(answer.layout, answer.cost)));
        double const told = told_seconds(coster, answer);
        trial.rows.push_back({trial_layout_text(answer.layout), std::string(trial_kind_text(answer.kind)), told,
                              answer.cost.seconds().value_or(0) - told, 0});
    }
    parts.run(settings.rounds);
    for (std::size_t i = 0; i < uses.size(); ++i) trial.rows[i].measured = parts.seconds_of(uses[i]);
    return trial;
}

} // namespace tessera::cli
