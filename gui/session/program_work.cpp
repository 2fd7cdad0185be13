// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a job's program in the window.
#include "gui/session/program_work.hpp"

#include "libcore/base/time_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/program/kept_statements.hpp"
#include "libcore/program/layout_wish.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/scene/program/program_scene.hpp"
#include "libcore/spec/write.hpp"

#include <QStringList>
#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace tessera::gui {
namespace {

Result<std::unique_ptr<PricedJob>> pricedJob(Job const& job, ProgramChoice const& choice, ScheduleChoice const& site,
                                             Watch const& watch) {
    auto const operation = parse_seconds(choice.operation);
    if (!operation) return fail("One operation: " + operation.error().message);
    return PricedJob::make(
        job, [site](int ranks) { return siteOf(site, ranks); }, *operation, watch);
}

Result<ProgramLayout> chosenLayout(PhasedProgram const& program, ProgramChoice const& choice) {
    return layout_with(program, own_layout(program), choice.wishes);
}

AdvisedChoice asChoice(PhasedProgram const& program, AdvisedLayout const& layout, double best) {
    double const seconds = layout.cost.seconds().value_or(0);
    return {layout.kind, wishes_for(program, layout.layout), seconds, best > 0 ? seconds / best : 1, layout.cost.memory};
}

bool isDirective(QString const& line) {
    for (char const* const mark : {"!hpf$", "chpf$", "*hpf$", "!dist$", "cdist$", "*dist$"})
        if (line.startsWith(QLatin1String(mark), Qt::CaseInsensitive)) return true;
    return false;
}

/// Returns the comments at the beginning of the text.
QString headOf(QString const& text) {
    QString head;
    for (QString const& line : text.split(u'\n')) {
        QString const words = line.trimmed();
        if (!words.startsWith(u'!') || isDirective(words)) break;
        head += line + u'\n';
    }
    return head;
}

/// Counts the lines of `old` that are neither directives nor in `text`.
int linesLost(QString const& old, QString const& text) {
    auto const bare = [](QString const& line) { return line.toLower().remove(u' ').remove(u'\t'); };
    std::set<QString> kept;
    for (QString const& line : text.split(u'\n')) kept.insert(bare(line));
    QStringList const lines = old.split(u'\n');
    return static_cast<int>(std::ranges::count_if(
        lines, [&](QString const& line) { return !isDirective(line.trimmed()) && !kept.contains(bare(line)); }));
}

} // namespace

Result<ProgramPicture> programPicture(Job const& job, ProgramChoice const& choice, ScheduleChoice const& site, Watch const& watch) {
    auto const priced = TRY(pricedJob(job, choice, site, watch));
    PhasedProgram const& program = priced->program();
    auto const layout = TRY(chosenLayout(program, choice));
    auto cost = TRY(cost_of(priced->coster(), layout));
    ProgramPicture picture{program_scene(program, layout, cost), std::move(cost), {}, {}, program.changes()};
    if (!choice.wishes.empty())
        if (auto own = cost_of(priced->coster(), own_layout(program))) picture.own = *std::move(own);
    for (ProgramPhase const& phase : program.phases()) picture.states.push_back(phase.states);
    return picture;
}

Result<ProgramAdvice> programAdvice(Job const& job, ProgramChoice const& choice, ScheduleChoice const& site, Watch const& watch) {
    auto const priced = TRY(pricedJob(job, choice, site, watch));
    PhasedProgram const& program = priced->program();
    auto const advice = TRY(advise(priced->coster(), {.ranks = program.ranks()}, watch));
    double const best = advice.answers.front().cost.seconds().value_or(0);
    ProgramAdvice all{{}, advice.reasons};
    for (AdvisedLayout const& answer : advice.answers) all.answers.push_back(asChoice(program, answer, best));
    if (advice.own) all.answers.push_back(asChoice(program, *advice.own, best));
    return all;
}

Result<AdoptedText> adoptedText(Job const& job, ProgramChoice const& choice, QString const& old) {
    auto const program = TRY(PhasedProgram::make(job));
    auto const layout = TRY(chosenLayout(program, choice));
    Job adopted = job_with(program, layout);
    keep_statements(adopted, job, program, layout);
    if (!can_be_written(adopted))
        return fail("arrays that share a template would need it in two ways; write this into the text of the job");
    AdoptedText result;
    result.text = headOf(old) + QString::fromStdString(write_hpf(adopted));
    result.leftOut = linesLost(old, result.text);
    return result;
}

} // namespace tessera::gui
