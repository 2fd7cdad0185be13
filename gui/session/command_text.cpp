// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or figures without the window.
#include "gui/session/command_text.hpp"

#include "gui/models/text.hpp"
#include "gui/session/session.hpp"
#include "libcore/network/link_name.hpp"

#include <QRegularExpression>

namespace tessera::gui {
namespace {

/// For a copy no array is named, because distplan draw shows both of its arrays by default.
ViewState lookedPart(Derived const& derived, int plan) {
    RedistPlan const& shown = derived.plan->plans()[as_size(plan)];
    bool const named = derived.plan->plans().size() > 1 && derived.job.copies.empty();
    QString const array = named ? QString::fromStdString(shown.source().array().name) : QString();
    return {.transition = derived.viewed,
            .transitions = derived.transitions.size(),
            .array = array,
            .direct = !comparesMethods(derived.totals)};
}

/// Adds the selected element, and the highlighted link or path on the network.
void addSelected(ViewState& viewed, Selection const& selection, DerivedPointer const& derived, SchedulePointer const& sited) {
    if (derived && selection.element) {
        RedistPlan const& plan = derived->plan->plans()[as_size(selection.plan)];
        bool const before = selection.element->side == Selection::Side::Source;
        viewed.element = indexText((before ? plan.source() : plan.target()).spec().array, selection.element->index);
    }
    if (!sited) return;
    if (selection.link) viewed.link = asText(link_name(*sited->site.topology, *selection.link));
    viewed.onWay = selection.message && !route_between(*sited, selection.message->from, selection.message->to).empty();
}

} // namespace

ViewState viewStateOf(Session const& session) {
    DerivedPointer const derived = session.derived();
    Selection const& selection = session.selection();
    ViewState viewed = derived ? lookedPart(*derived, selection.plan) : ViewState();
    addSelected(viewed, selection, derived, session.schedule());
    return viewed;
}

QString indexText(ArraySpec const& array, Extents const& index) {
    QStringList parts;
    for (std::size_t d = 0; d < index.size(); ++d) parts << QString::number(array.lower[d] + index[d]);
    return parts.join(u',');
}

QString CommandInput::job() const {
    return shellWord(path);
}

QString siteWords(SiteRequest const& site) {
    QString words;
    if (!site.topology.empty()) words += QStringLiteral(" --topology ") + textWord(site.topology);
    if (site.placement != "row-major") words += QStringLiteral(" --placement ") + textWord(site.placement);
    return words;
}

QString machineWords(SiteRequest const& site) {
    return site.machine.empty() ? QString() : QStringLiteral(" --machine ") + textWord(site.machine);
}

QString stepWords(std::string const& algorithm, std::optional<int> step) {
    return QStringLiteral(" --algorithm ") + textWord(algorithm) + QStringLiteral(" --step ") +
           (step ? QString::number(*step + 1) : QStringLiteral("all"));
}

QString drawCommand(CommandInput const& input, char const* view, QString const& words) {
    QString command = QStringLiteral("distplan draw ") + input.job() + QStringLiteral(" --view ") + QLatin1String(view);
    if (input.viewed.transition > 0) command += QStringLiteral(" --transition %1").arg(input.viewed.transition + 1);
    return command + words + QStringLiteral(" --svg ") + QLatin1String(view) + QStringLiteral(".svg");
}

QString shellWord(QString const& word) {
    static QRegularExpression const harmless(QStringLiteral("^[A-Za-z0-9_./:=@%+-]+\\z"));
    if (harmless.match(word).hasMatch()) return word;
    return u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString textWord(std::string_view word) {
    return shellWord(asText(word));
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
