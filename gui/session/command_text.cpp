// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or numbers without the window.
#include "gui/session/command_text.hpp"

#include <QRegularExpression>
#include <array>

namespace tessera::gui {
namespace {

constexpr std::array viewNames{"ownership", "messages", "schedule", "network", "cost", "io"};

/// As one word of a POSIX shell.
QString quoted(QString const& word) {
    static QRegularExpression const harmless(QStringLiteral("^[A-Za-z0-9_./:=@%+-]+$"));
    if (harmless.match(word).hasMatch()) return word;
    return u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString word(std::string const& text) {
    return quoted(QString::fromStdString(text));
}

QString siteWords(SiteRequest const& site) {
    QString words;
    if (!site.topology.empty()) words += QStringLiteral(" --topology ") + word(site.topology);
    if (site.placement != "row-major") words += QStringLiteral(" --placement ") + word(site.placement);
    return words;
}

QString fileCommand(QString const& job, ScheduleChoice const& choice, FileChoice const& file) {
    QString command = QStringLiteral("distplan io ") + job;
    if (file.line > 0) command += QStringLiteral(" --line %1").arg(file.line + 1);
    if (file.access) command += QStringLiteral(" --access ") + word(std::string(name_of(*file.access)));
    if (file.domains) command += QStringLiteral(" --domains ") + word(std::string(name_of(*file.domains)));
    if (!choice.site.machine.empty()) command += QStringLiteral(" --machine ") + word(choice.site.machine);
    if (file.phase) command += QStringLiteral(" --step %1").arg(*file.phase + 1);
    return command + QStringLiteral(" --svg io.svg");
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
                    std::size_t transition) {
    QString const job = quoted(jobPath.isEmpty() ? QStringLiteral("JOB.hpf") : jobPath);
    if (view == View::File) return fileCommand(job, choice, selection.file);
    QString command = QStringLiteral("distplan draw ") + job;
    if (view == View::Ownership) {
        if (selection.rank) command += QStringLiteral(" --rank %1").arg(*selection.rank);
    } else {
        command += QStringLiteral(" --view ") + viewName(view);
        if (transition > 0) command += QStringLiteral(" --transition %1").arg(transition + 1);
    }
    if (view == View::Schedule || view == View::Network)
        command += QStringLiteral(" --algorithm ") + word(choice.algorithm) + QStringLiteral(" --step %1").arg(selection.step + 1);
    if (view == View::Schedule || view == View::Network || view == View::Cost) command += siteWords(choice.site);
    if (!choice.site.machine.empty() && (view == View::Schedule || view == View::Cost))
        command += QStringLiteral(" --machine ") + word(choice.site.machine);
    if (view == View::Cost && selection.overRanks) command += QStringLiteral(" --over ranks");
    return command + QStringLiteral(" --svg %1.svg").arg(viewName(view));
}

} // namespace tessera::gui
