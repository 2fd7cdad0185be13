// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or figures without the window.
#include "gui/session/command_text.hpp"

#include <QRegularExpression>
#include <array>

namespace tessera::gui {
namespace {

constexpr std::array viewNames{"ownership", "messages", "schedule", "network", "cost",
                               "io",        "comm",     "region",   "program", "insight"};

QString word(std::string const& text) {
    return shellWord(QString::fromStdString(text));
}

QString siteWords(SiteRequest const& site) {
    QString words;
    if (!site.topology.empty()) words += QStringLiteral(" --topology ") + word(site.topology);
    if (site.placement != "row-major") words += QStringLiteral(" --placement ") + word(site.placement);
    return words;
}

QString machineWords(SiteRequest const& site) {
    return site.machine.empty() ? QString() : QStringLiteral(" --machine ") + word(site.machine);
}

QString fileCommand(QString const& job, ScheduleChoice const& choice, FileChoice const& file) {
    QString command = QStringLiteral("distplan io ") + job;
    if (file.line > 0) command += QStringLiteral(" --line %1").arg(file.line + 1);
    if (file.access) command += QStringLiteral(" --access ") + word(std::string(name_of(*file.access)));
    if (file.domains) command += QStringLiteral(" --domains ") + word(std::string(name_of(*file.domains)));
    command += machineWords(choice.site);
    if (file.phase) command += QStringLiteral(" --step %1").arg(*file.phase + 1);
    return command + QStringLiteral(" --svg io.svg");
}

QString haloWords(HaloRequest const& halo) {
    QString words;
    if (!halo.stencil.empty()) words += QStringLiteral(" --stencil ") + word(halo.stencil);
    if (!halo.periodic.empty()) words += QStringLiteral(" --periodic ") + word(halo.periodic);
    if (halo.steps > 1) words += QStringLiteral(" --wide %1").arg(halo.steps);
    return words;
}

QString shiftWords(ShiftRequest const& shift) {
    QString words = QStringLiteral(" --by=") + word(shift.by);
    if (shift.edge != ShiftEdge::Keep) words += QStringLiteral(" --edge ") + word(std::string(name_of(shift.edge)));
    if (shift.where_target) words += QStringLiteral(" --where-target ") + word(*shift.where_target);
    return words;
}

QString indexWords(IndexRequest const& request) {
    if (!request.indices.empty()) return QStringLiteral(" --indices ") + word(request.indices);
    return request.pattern.empty() ? QString() : QStringLiteral(" --pattern ") + word(request.pattern);
}

/// distplan comm takes array names, and expects a collective's algorithm in place of the schedule's.
QString commCommand(QString const& job, ScheduleChoice const& choice, Selection const& selection) {
    CommChoice const& comm = selection.comm;
    bool const ofArray = !isCollective(comm.operation);
    QString command = QStringLiteral("distplan comm %1 %2").arg(QString::fromStdString(std::string(nameOf(comm.operation))), job);
    if (!comm.array.empty()) command += QStringLiteral(" --array-name ") + word(comm.array);
    if (comm.state > 0) command += QStringLiteral(" --state %1").arg(comm.state);
    if (comm.operation == CommOperation::Halo) command += haloWords(comm.halo);
    if (comm.operation == CommOperation::Shift) command += shiftWords(comm.shift);
    if (comm.operation == CommOperation::Send || comm.operation == CommOperation::Get) command += indexWords(comm.indices);
    if (ofArray && !comm.where.empty()) command += QStringLiteral(" --where ") + word(comm.where);
    bool const onNetwork = !ofArray || comm.onNetwork;
    bool const ofRank = comm.operation == CommOperation::Broadcast || (comm.operation == CommOperation::Halo && !onNetwork);
    if (ofRank && selection.rank) command += QStringLiteral(" --rank %1").arg(*selection.rank);
    if (onNetwork) {
        command += QStringLiteral(" --algorithm ") + word(ofArray ? choice.algorithm : comm.collective) + siteWords(choice.site);
        command += QStringLiteral(" --step ") + (comm.step ? QString::number(*comm.step + 1) : QStringLiteral("all"));
    }
    return command + QStringLiteral(" --svg comm.svg");
}

QString regionCommand(QString const& job, RegionChoice const& region) {
    QString command = QStringLiteral("distplan region ") + job;
    if (region.line > 0) command += QStringLiteral(" --line %1").arg(region.line + 1);
    QStringList values;
    for (auto const& [name, value] : region.values) values << QStringLiteral("%1=%2").arg(QString::fromStdString(name)).arg(value);
    if (!values.isEmpty()) command += QStringLiteral(" --set ") + shellWord(values.join(u','));
    if (!region.varied.empty()) command += QStringLiteral(" --vary ") + word(region.varied);
    return command + QStringLiteral(" --svg region.svg");
}

QString programCommand(QString const& job, ScheduleChoice const& choice, ProgramChoice const& program) {
    QString command = QStringLiteral("distplan program ") + job;
    if (!program.wishes.empty()) command += QStringLiteral(" --what-if ") + word(program.wishes);
    if (program.operation != ProgramChoice().operation) command += QStringLiteral(" --operation ") + word(program.operation);
    return command + siteWords(choice.site) + machineWords(choice.site) + QStringLiteral(" --svg program.svg");
}

QString ownershipWords(Selection const& selection, ViewState const& viewed) {
    QString words;
    if (!viewed.array.isEmpty()) words += QStringLiteral(" --array-name ") + shellWord(viewed.array);
    if (viewed.transitions > 1) words += QStringLiteral(" --state %1:%2").arg(viewed.transition).arg(viewed.transition + 1);
    if (selection.rank) words += QStringLiteral(" --rank %1").arg(*selection.rank);
    if (!viewed.axes.isEmpty()) words += QStringLiteral(" --axes ") + viewed.axes;
    if (!viewed.fixed.isEmpty()) words += QStringLiteral(" --at ") + viewed.fixed;
    return words;
}

/// Returns distplan draw --view template, ...
QString insightCommand(QString const& job, ScheduleChoice const& choice, Selection const& selection, ViewState const& viewed) {
    QString const name = word(std::string(name_of(selection.insight)));
    QString command = QStringLiteral("distplan draw %1 --view %2").arg(job, name);
    if (is_of_state(selection.insight)) {
        bool const after = selection.element && selection.element->side == Selection::Side::Target;
        if (!viewed.array.isEmpty()) command += QStringLiteral(" --array-name ") + shellWord(viewed.array);
        if (viewed.transition > 0 || after) command += QStringLiteral(" --state %1").arg(viewed.transition + (after ? 1 : 0));
        if (selection.rank && (selection.insight == Insight::Memory || selection.insight == Insight::Balance))
            command += QStringLiteral(" --rank %1").arg(*selection.rank);
        if (!viewed.element.isEmpty()) command += QStringLiteral(" --at ") + viewed.element;
    } else {
        if (viewed.transition > 0) command += QStringLiteral(" --transition %1").arg(viewed.transition + 1);
        if (selection.insight == Insight::Stages)
            command += viewed.direct ? QStringLiteral(" --method direct") : siteWords(choice.site) + machineWords(choice.site);
    }
    return command + QStringLiteral(" --svg %1.svg").arg(name);
}

/// Returns the ranks with inclusive end: "4:7".
QString ranksText(Run ranks) {
    return QStringLiteral("%1:%2").arg(ranks.begin).arg(ranks.end - 1);
}

/// Returns the options for the views schedule and network.
QString stepWords(View view, ScheduleChoice const& choice, Selection const& selection) {
    bool const all = view == View::Network && selection.network.allSteps;
    return QStringLiteral(" --algorithm ") + word(choice.algorithm) + QStringLiteral(" --step ") +
           (all ? QStringLiteral("all") : QString::number(selection.step + 1));
}

/// Returns the options for highlighted links and for the second algorithm.
QString networkWords(Selection const& selection, ViewState const& viewed) {
    QString words;
    if (selection.network.percent > 0 && !selection.network.allSteps)
        words += QStringLiteral(" --moment %1%").arg(selection.network.percent);
    if (selection.message && viewed.onWay)
        words += QStringLiteral(" --route %1,%2").arg(selection.message->from).arg(selection.message->to);
    if (!viewed.link.isEmpty()) words += QStringLiteral(" --link ") + shellWord(viewed.link);
    if (!selection.network.beside.empty()) words += QStringLiteral(" --beside ") + word(selection.network.beside);
    return words;
}

} // namespace

QString viewName(View view) {
    return QString::fromLatin1(viewNames[static_cast<std::size_t>(view)]);
}

std::optional<View> viewNamed(QString const& name) {
    for (std::size_t i = 0; i < viewNames.size(); ++i)
        if (name == QLatin1String(viewNames[i])) return static_cast<View>(i);
    return std::nullopt;
}

QString commandText(View view, QString const& jobPath, ScheduleChoice const& choice, Selection const& selection,
                    ViewState const& viewed) {
    QString const job = shellWord(jobPath.isEmpty() ? QStringLiteral("JOB.hpf") : jobPath);
    if (view == View::Comm) return commCommand(job, choice, selection);
    if (view == View::Region) return regionCommand(job, selection.region);
    if (view == View::Program) return programCommand(job, choice, selection.program);
    if (view == View::Insight) return insightCommand(job, choice, selection, viewed);
    if (view == View::File) return fileCommand(job, choice, selection.file);
    QString command = QStringLiteral("distplan draw ") + job;
    if (view == View::Ownership) return command + ownershipWords(selection, viewed) + QStringLiteral(" --svg ownership.svg");
    command += QStringLiteral(" --view ") + viewName(view);
    if (viewed.transition > 0) command += QStringLiteral(" --transition %1").arg(viewed.transition + 1);
    if (view == View::Messages && selection.part)
        command += QStringLiteral(" --pairs %1,%2").arg(ranksText(selection.part->senders), ranksText(selection.part->receivers));
    if (view == View::Schedule || view == View::Network) command += stepWords(view, choice, selection);
    if (view == View::Network) command += networkWords(selection, viewed);
    if (view != View::Messages) command += siteWords(choice.site);
    if (view != View::Messages) command += machineWords(choice.site);
    if (view == View::Cost && selection.overRanks) command += QStringLiteral(" --over ranks");
    return command + QStringLiteral(" --svg %1.svg").arg(viewName(view));
}

QString shellWord(QString const& word) {
    static QRegularExpression const harmless(QStringLiteral("^[A-Za-z0-9_./:=@%+-]+\\z"));
    if (harmless.match(word).hasMatch()) return word;
    return u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString unsavedName(QString const& name) {
    return QStringLiteral("unsaved-") + (name.endsWith(QStringLiteral(".hpf")) ? name : name + QStringLiteral(".hpf"));
}

QString withJobText(QString const& command, QString const& jobPath, QString const& text) {
    QString const body = text.endsWith(u'\n') ? text : text + u'\n';
    QStringList const lines = body.split(u'\n');
    QString end = QStringLiteral("END_OF_JOB");
    while (lines.contains(end)) end += u'_';
    return QStringLiteral("cat > %1 <<'%2'\n%3%2\n%4").arg(shellWord(jobPath), end, body, command);
}

} // namespace tessera::gui
